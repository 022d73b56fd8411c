import { CircleCheck, MessagesSquare, X } from 'lucide-static';
import { useState } from 'preact/hooks';
import type { AnswersReply } from '../../../assistants/wire/answers.ts';
import type { AssistantsReply } from '../../../assistants/wire/assistants.ts';
import type { QuestionsReply } from '../../../assistants/wire/questions.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { ConfirmedButton } from '../../ui/confirm.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Empty, ErrorNotice } from '../../ui/notice.tsx';
import { conversationHref, go, href } from '../../ui/router.ts';
import { moveBetweenRows } from '../../ui/rows.ts';
import { Bar } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { useAction } from '../../ui/use-action.ts';
import { ADDED_ANSWERS_PATH, ASSISTANTS_PATH, questionsPath } from '../addresses.ts';
import { useLive } from '../../ui/live.ts';
import { Loaded } from '../parts/loaded.tsx';
import { LIST_WINDOWS, questionsWindowOf } from '../queries.ts';
import { NewAnswer } from './new-answer.tsx';
import { Reasons } from './reasons.tsx';
import { removeAnswer, setDismissed } from './question-calls.ts';
import { Head } from '../parts/head.tsx';

/** Questions whose answers need a review, in groups. */
export function Questions({ query }: { query: URLSearchParams }) {
  const window = questionsWindowOf(query);
  const reason = reasonOf(query);
  const live = useLive<QuestionsReply>(questionsPath(window));
  const assistants = useLive<AssistantsReply>(ASSISTANTS_PATH).data?.assistants ?? [];
  const { data } = live;
  const { action, dismissed, dismiss, undo } = useDismissal();
  const groups = data?.questions.filter(({ questions }) => hasReason(questions, reason));
  const choose = (chosen: { window?: string; reason?: string }) =>
    go(href(['questions'], { window, reason, ...chosen }), { replace: true });
  return (
    <div class="view">
      <Head
        title="Questions"
        lead="Questions without an answer, answers rated not helpful, and corrections by agents. Open one to answer it."
        live={live}
      >
        <Choice
          label="Time"
          options={LIST_WINDOWS}
          value={window}
          onChoose={(chosen) => choose({ window: chosen })}
        />
        <label>
          <span class="unseen">Reason</span>
          <select
            class="input"
            value={reason}
            onChange={({ currentTarget }) => choose({ reason: currentTarget.value })}
          >
            {REASONS.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <NewAnswer />
      </Head>
      {dismissed && (
        <p class="dismissed" role="status">
          <span>
            Dismissed: <UntrustedText text={dismissed.question} />
          </span>
          <Button class="link" disabled={action.running} onClick={undo}>
            Undo
          </Button>
        </p>
      )}
      <ErrorNotice sentence={action.problem} />
      <Loaded live={live}>
        {groups?.length === 0 ? (
          <NoQuestions isFiltered={data?.questions.length !== 0} onAll={() => choose({ reason: 'any' })} />
        ) : (
          <ol class="results questions" aria-busy={!data} onKeyDown={moveBetweenRows}>
            {groups ? (
              groups.map((group) => (
                <Group
                  key={group.questions[0]?.messageId ?? group.question}
                  group={group}
                  assistantName={
                    assistants.length > 1
                      ? (assistants.find(({ id }) => id === group.assistantId)?.name ?? 'Deleted assistant')
                      : undefined
                  }
                  onDismiss={dismiss}
                />
              ))
            ) : (
              <Shapes />
            )}
          </ol>
        )}
      </Loaded>
      <AddedAnswers />
    </div>
  );
}

type QuestionGroup = QuestionsReply['questions'][number];
type Asked = QuestionGroup['questions'][number];

/** Dismisses rows; the latest dismissal can be undone. */
function useDismissal() {
  const action = useAction();
  const [dismissed, setLatest] = useState<Asked>();
  return {
    action,
    dismissed,
    dismiss: (asked: Asked) =>
      action.run(async () => {
        await setDismissed(asked, true);
        setLatest(asked);
      }),
    undo: () =>
      action.run(async () => {
        if (dismissed) await setDismissed(dismissed, false);
        setLatest(undefined);
      }),
  };
}

/** The reasons to list a question, with their names in the filter. */
const REASONS = [
  ['any', 'Any reason'],
  ['unanswered', 'Not answered'],
  ['notHelpful', 'Not helpful'],
  ['correction', 'Corrected'],
] as const;
type Reason = (typeof REASONS)[number][0];

const reasonOf = (query: URLSearchParams): Reason =>
  REASONS.find(([value]) => value === query.get('reason'))?.[0] ?? 'any';

const hasReason = (questions: readonly Asked[], reason: Reason): boolean =>
  reason === 'any' || questions.some((asked) => asked[reason] !== undefined);

/** The empty list, without or with a filter. */
function NoQuestions({ isFiltered, onAll }: { isFiltered: boolean; onAll: () => void }) {
  if (isFiltered) {
    return (
      <Empty icon={CircleCheck} title="No questions for this reason">
        <Button onClick={onAll}>Show all</Button>
      </Empty>
    );
  }
  return (
    <Empty icon={CircleCheck} title="No questions to review">
      <p>
        Questions appear here when the assistant finds no answer, a visitor rates one as not helpful, or an
        agent corrects one.
      </p>
    </Empty>
  );
}

interface GroupProps {
  group: QuestionGroup;
  /** Undefined if there is only one assistant. */
  assistantName: string | undefined;
  onDismiss: (asked: Asked) => unknown;
}

function Group({ group, assistantName, onDismiss }: GroupProps) {
  const { question, count, lastAskedAt, questions } = group;
  const [newest] = questions;
  if (!newest) return null;
  return (
    <li class="question-row">
      <a class="row-link" href={href(['questions', newest.sessionId, newest.messageId])}>
        <span class="asked-question">
          <span class="snippet" dir="auto">
            <UntrustedText text={question} />
          </span>
          <Reasons question={shownReasons(questions)} />
        </span>
        <span class="meta">
          {assistantName !== undefined && (
            <span>
              <UntrustedText text={assistantName} />
            </span>
          )}
          <b>{plural(count, 'time')}</b>
          <span>
            <span class="unseen">Last asked </span>
            <Time at={lastAskedAt} as="ago" />
          </span>
        </span>
      </a>
      <a
        class="icon-button"
        href={conversationHref(newest.sessionId, newest.seq)}
        aria-label="Open conversation"
        title="Open conversation"
      >
        <Icon svg={MessagesSquare} size={18} />
      </a>
      <IconButton label="Dismiss" icon={X} size={18} onClick={() => onDismiss(newest)} />
    </li>
  );
}

/** The reasons of a row: of each kind the newest, one with words first. */
function shownReasons(questions: readonly Asked[]): Pick<Asked, 'unanswered' | 'notHelpful' | 'correction'> {
  const rated = questions.flatMap(({ notHelpful }) => notHelpful ?? []);
  const notHelpful = rated.find(({ comment }) => comment !== undefined) ?? rated[0];
  const correction = questions.find((one) => one.correction)?.correction;
  return {
    ...(questions.some(({ unanswered }) => unanswered) && { unanswered: true }),
    ...(notHelpful && { notHelpful }),
    ...(correction && { correction }),
  };
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
