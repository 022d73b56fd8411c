import type { JudgmentsReply } from '../../../wire/questions.ts';
import { apiPath } from '../../ui/request.ts';
import { conversationHref } from '../../ui/router.ts';
import { Time } from '../../ui/time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { useLive } from '../live.ts';

type Judgment = JudgmentsReply['judgments'][number];

const VERDICTS: Record<Judgment['verdict'], string> = {
  grounded: 'Grounded',
  'not-grounded': 'Not grounded',
  'should-hand-off': 'Should have handed off',
};

/** What a model thinks of a sample of answers; nothing where none was judged. */
export function Judgments() {
  const { data } = useLive<JudgmentsReply>(apiPath('judgments', { limit: 20 }));
  if (!data || data.judgments.length === 0) return null;
  return (
    <section class="card part" aria-labelledby="judgments">
      <h2 id="judgments">Checked answers</h2>
      <p class="quiet">
        The opinion of the model on a sample of answers. It counts in no figure but the cost.
      </p>
      <ul class="asked">
        {data.judgments.map(({ sessionId, messageId, seq, verdict, reason, at }) => (
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
