import { useState } from 'preact/hooks';
import type { QuestionReply } from '../../../assistants/wire/questions.ts';
import type { AddedAnswer } from '../../../assistants/wire/answers.ts';
import type { AssistantsReply } from '../../../assistants/wire/assistants.ts';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { conversationHref, href } from '../../ui/router.ts';
import { Bar } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { useAction } from '../../ui/use-action.ts';
import { ASSISTANTS_PATH, questionPath } from '../addresses.ts';
import { useLive } from '../../ui/live.ts';
import { AddedAnswerResult } from './added-answer-card.tsx';
import { AnswerForm, type OfferedText } from './answer-form.tsx';
import { Reasons } from './reasons.tsx';
import { setDismissed } from './question-calls.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Section } from '../parts/section.tsx';
import { Entry } from '../parts/entry.tsx';

interface QuestionProps {
  sessionId: string;
  messageId: string;
}

/** A visitor's question with its answer and similar ones, and a form for a better answer. */
export function Question({ sessionId, messageId }: QuestionProps) {
  const path = questionPath(sessionId, messageId);
  const live = useLive<QuestionReply>(path);
  const assistants = useLive<AssistantsReply>(ASSISTANTS_PATH);
  const choices = assistants.data;
  const [added, setAdded] = useState<AddedAnswer>();
  const { data } = live;
  const assistant = choices?.assistants.find(({ id }) => id === added?.assistantId);
  return (
    <Entry kind="Question" live={live} name={data?.question}>
      {data && choices ? (
        <div class="editor">
          <div class="edited">
            {added && assistant ? (
              <Section id="added" title="Answer added">
                <AddedAnswerResult
                  {...{ added, assistant, question: data.question }}
                  onUndone={() => setAdded(undefined)}
                >
                  <a class="button primary" href={href(['questions'])}>
                    Back to questions
                  </a>
                </AddedAnswerResult>
              </Section>
            ) : (
              <AnswerForm
                title={data.answer && !data.answer.unanswered ? 'Correct answer' : 'New answer'}
                question={data.question}
                initial={data.answer?.correction?.content}
                assistantId={data.assistantId}
                questions={[...new Set([messageId, ...data.similar.map((one) => one.messageId)])]}
                offered={offeredBy(data)}
                draftPath={path}
                choices={choices}
                onAdded={setAdded}
              />
            )}
          </div>
          <Occurrences found={data} {...{ sessionId, messageId }} onChanged={live.refresh} />
        </div>
      ) : (
        <Loaded live={assistants}>
          <Bar width={40} />
        </Loaded>
      )}
    </Entry>
  );
}

/** The texts that can be taken over into the answer. */
function offeredBy({ answer, agentReply }: QuestionReply): OfferedText[] {
  return [
    ...(agentReply ? [{ label: 'Use the agent’s reply', text: agentReply.content }] : []),
    ...(answer && !answer.unanswered && !answer.correction
      ? [{ label: 'Start from the assistant’s answer', text: answer.passage ?? answer.content }]
      : []),
  ];
}

interface OccurrencesProps extends QuestionProps {
  found: QuestionReply;
  onChanged: () => Promise<unknown>;
}

/** Every time the question was asked, with its conversation, and the answers so far. */
function Occurrences({ found, sessionId, messageId, onChanged }: OccurrencesProps) {
  const { similar, agentReply, answer, dismissed } = found;
  const action = useAction();
  const isListed = similar.length > 0;
  const dismiss = (value: boolean) =>
    action.run(async () => {
      await setDismissed({ sessionId, messageId }, value);
      await onChanged();
    });
  return (
    <aside class="card part beside" aria-labelledby="asked">
      <h2 id="asked">{headingOf(found)}</h2>
      {!isListed && <p class="quiet">{NOTES[headingOf(found)] ?? ''}</p>}
      <ul class="asked">
        {similar.map((one) => (
          <li key={one.messageId}>
            <a href={conversationHref(one.sessionId, one.seq)} dir="auto">
              <UntrustedText text={one.question} />
            </a>
            <Reasons question={one} />
            <span class="quiet">
              <Time at={one.at} as="ago" />
            </span>
          </li>
        ))}
      </ul>
      {!isListed && <a href={conversationHref(sessionId)}>Open the conversation</a>}
      {(isListed || dismissed) && (
        <Button class="link" disabled={action.running} onClick={() => dismiss(isListed)}>
          {isListed ? 'Dismiss' : 'Undo dismissal'}
        </Button>
      )}
      <ErrorNotice sentence={action.problem} />
      {answer && (
        <>
          <h3>Answer of the assistant</h3>
          <div class="given" dir="auto">
            <Markdown text={answer.content} />
          </div>
        </>
      )}
      {agentReply && (
        <>
          <h3>
            Reply of <UntrustedText text={agentReply.name} />
          </h3>
          <p class="instructions" dir="auto">
            <UntrustedText text={agentReply.content} />
          </p>
        </>
      )}
    </aside>
  );
}

const NOTES: Readonly<Record<string, string>> = {
  Dismissed: 'It is listed again when there is a newer reason.',
  Answered: 'This question is no longer listed.',
};

function headingOf({ similar, dismissed, answer }: QuestionReply): string {
  if (similar.length > 0) return `Asked ${plural(similar.length, 'time')}`;
  if (dismissed) return 'Dismissed';
  return answer?.toReview === true ? 'Answered' : 'Asked';
}
