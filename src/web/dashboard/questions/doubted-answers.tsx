import type { JudgmentsReply } from '../../../wire/questions.ts';
import { useLive } from '../../ui/live.ts';
import { conversationHref } from '../../ui/router.ts';
import { Time } from '../../ui/time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { JUDGMENTS_PATH } from '../addresses.ts';
import { Loaded } from '../parts/loaded.tsx';

type Doubt = JudgmentsReply['judgments'][number];

const VERDICTS: Record<Exclude<Doubt['verdict'], 'grounded'>, string> = {
  'not-grounded': 'Not in the sources',
  'should-hand-off': 'Needed a person',
};

/** Answers that the model doubts, newest first, with reasons. Renders nothing for an empty list. */
export function DoubtedAnswers() {
  const live = useLive<JudgmentsReply>(JUDGMENTS_PATH);
  const { data } = live;
  if (!data) return <Loaded live={live} />;
  if (data.judgments.length === 0) return null;
  return (
    <section class="of-questions" aria-labelledby="doubted">
      <h2 id="doubted">Doubtful answers</h2>
      <p class="quiet">The model checks a sample of answers and lists those that it doubts.</p>
      <ul class="results">
        {data.judgments.map((doubt) => (
          <Row key={doubt.messageId} {...{ doubt }} />
        ))}
      </ul>
    </section>
  );
}

function Row({ doubt: { sessionId, seq, question, verdict, reason, at } }: { doubt: Doubt }) {
  return (
    <li>
      <a class="row-link" href={conversationHref(sessionId, seq)}>
        <span class="snippet" dir="auto">
          {question === undefined ? 'An answer in a conversation' : <UntrustedText text={question} />}
        </span>
        <span class="why" dir="auto">
          <UntrustedText text={reason} />
        </span>
        <span class="meta">
          {verdict !== 'grounded' && <b class="wait">{VERDICTS[verdict]}</b>}
          <span>
            <Time at={at} as="ago" />
          </span>
        </span>
      </a>
    </li>
  );
}
