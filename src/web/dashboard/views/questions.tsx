import { CircleCheck } from 'lucide-static';
import type { AnswersReply } from '../../../wire/answers.ts';
import type { QuestionsReply } from '../../../wire/questions.ts';
import { Choice } from '../../ui/choice.tsx';
import { ConfirmedButton } from '../../ui/confirm.tsx';
import { plural } from '../../ui/format.ts';
import { Empty } from '../../ui/notice.tsx';
import { go, href } from '../../ui/router.ts';
import { moveBetweenRows } from '../../ui/rows.ts';
import { Bar } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { ADDED_ANSWERS_PATH, questionsPath } from '../addresses.ts';
import { useLive } from '../../ui/live.ts';
import { Loaded } from '../parts/loaded.tsx';
import { LIST_WINDOWS, questionsWindowOf } from '../queries.ts';
import { removeAnswer } from '../questions/added-answer-card.tsx';
import { Head } from './head.tsx';

/** Questions that the assistant could not answer, in groups. */
export function Questions({ query }: { query: URLSearchParams }) {
  const window = questionsWindowOf(query);
  const live = useLive<QuestionsReply>(questionsPath(window));
  const { data } = live;
  return (
    <div class="view">
      <Head
        title="Questions"
        lead="Questions the assistant could not answer. Open one to add an answer."
        live={live}
      >
        <Choice
          label="Time"
          options={LIST_WINDOWS}
          value={window}
          onChoose={(chosen) => go(href(['questions'], { window: chosen }), { replace: true })}
        />
      </Head>
      <Loaded live={live}>
        {data?.questions.length === 0 ? (
          <Empty icon={CircleCheck} title="No unanswered questions">
            <p>Questions appear here when the assistant finds no answer or offers an agent.</p>
          </Empty>
        ) : (
          <ol class="results questions" aria-busy={!data} onKeyDown={moveBetweenRows}>
            {data ? data.questions.map((group) => <Group key={group.question} group={group} />) : <Shapes />}
          </ol>
        )}
      </Loaded>
      <AddedAnswers />
    </div>
  );
}

function Group({ group }: { group: QuestionsReply['questions'][number] }) {
  const { question, count, lastAskedAt, questions } = group;
  const [newest] = questions;
  if (!newest) return null;
  return (
    <li>
      <a class="row-link" href={href(['questions', newest.sessionId, newest.messageId])}>
        <span class="snippet" dir="auto">
          <UntrustedText text={question} />
        </span>
        <span class="meta">
          <b>{plural(count, 'time')}</b>
          <span>
            Last asked <Time at={lastAskedAt} as="ago" />
          </span>
        </span>
      </a>
    </li>
  );
}

function Shapes() {
  return Array.from({ length: 6 }, (_, index) => (
    <li key={index} class="shape">
      <Bar width={30 + ((index * 13) % 24)} />
      <Bar width={14} />
    </li>
  ));
}

/** Answers that admins added, newest first. Renders nothing for an empty list. */
function AddedAnswers() {
  const live = useLive<AnswersReply>(ADDED_ANSWERS_PATH);
  const { data } = live;
  if (!data) return <Loaded live={live} />;
  if (data.answers.length === 0) return null;
  return (
    <section class="of-questions added-answers" aria-labelledby="added-answers">
      <h2 id="added-answers">Added answers</h2>
      <ul class="results">
        {data.answers.map((added) => (
          <li key={added.id}>
            <details>
              <summary dir="auto">
                <UntrustedText text={added.heading} />
              </summary>
              <p class="instructions" dir="auto">
                <UntrustedText text={added.answer} />
              </p>
              <div class="row">
                <ConfirmedButton
                  label="Remove"
                  title="Remove this answer?"
                  action="Remove answer"
                  run={() => removeAnswer(added)}
                >
                  <p>The assistant no longer uses it, and its questions are unanswered again.</p>
                </ConfirmedButton>
              </div>
            </details>
            <span class="quiet">
              Added <Time at={added.addedAt} as="ago" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
