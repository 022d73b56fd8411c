import type { JudgementsReply } from '../../../wire/admin.ts';
import { apiPath } from '../../ui/request.ts';
import { conversationHref } from '../../ui/router.ts';
import { Time } from '../../ui/time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { useLive } from '../live.ts';

type Judgement = JudgementsReply['judgements'][number];

const VERDICTS: Record<Judgement['verdict'], string> = {
  grounded: 'Grounded',
  'not-grounded': 'Not grounded',
  'should-hand-off': 'Should have handed off',
};

/** What a model thinks of a sample of answers; nothing where none was judged. */
export function Judgements() {
  const { data } = useLive<JudgementsReply>(apiPath('judgements', { limit: 20 }));
  if (!data || data.judgements.length === 0) return null;
  return (
    <section class="card part" aria-labelledby="judgements">
      <h2 id="judgements">Checked answers</h2>
      <p class="quiet">
        The opinion of the model on a sample of answers. It counts in no figure but the cost.
      </p>
      <ul class="asked">
        {data.judgements.map(({ sessionId, messageId, seq, verdict, reason, at }) => (
          <li key={messageId}>
            <a href={conversationHref(sessionId, seq)}>{VERDICTS[verdict]}</a>
            <span dir="auto">
              <UntrustedText text={reason} />
            </span>
            <span class="quiet">
              <Time at={at} as="ago" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
