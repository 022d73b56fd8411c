import { useState } from 'preact/hooks';
import type { QuestionReply } from '../../../wire/questions.ts';
import type { AddedAnswer } from '../../../wire/answers.ts';
import type { AssistantsReply } from '../../../wire/assistants.ts';
import { plural } from '../../ui/format.ts';
import { conversationHref } from '../../ui/router.ts';
import { Bar } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { ASSISTANTS_PATH, questionPath } from '../addresses.ts';
import { useLive } from '../../ui/live.ts';
import { AddedAnswerCard } from '../questions/added-answer-card.tsx';
import { AnswerForm } from '../questions/answer-form.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Entry } from './entry.tsx';

interface QuestionProps {
  sessionId: string;
  messageId: string;
}

/** An unanswered question with similar ones, and a form for the answer. */
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
              <AddedAnswerCard
                {...{ added, assistant, question: data.question }}
                onUndone={() => setAdded(undefined)}
              />
            ) : (
              <AnswerForm {...{ path, messageId, found: data, choices }} onAdded={setAdded} />
            )}
          </div>
          <Occurrences found={data} {...{ sessionId }} />
        </div>
      ) : (
        <Loaded live={assistants}>
          <Bar width={40} />
        </Loaded>
      )}
    </Entry>
  );
}

/** Every time the question was asked, with its conversation. */
function Occurrences({ found, sessionId }: { found: QuestionReply; sessionId: string }) {
  const { similar, agentReply } = found;
  return (
    <aside class="card part beside" aria-labelledby="asked">
      <h2 id="asked">{similar.length === 0 ? 'Answered' : `Asked ${plural(similar.length, 'time')}`}</h2>
      {similar.length === 0 && <p class="quiet">This question is no longer unanswered.</p>}
      <ul class="asked">
        {similar.map((one) => (
          <li key={one.messageId}>
            <a href={conversationHref(one.sessionId, one.seq)} dir="auto">
              <UntrustedText text={one.question} />
            </a>
            <span class="quiet">
              <Time at={one.at} as="ago" />
            </span>
          </li>
        ))}
      </ul>
      {similar.length === 0 && <a href={conversationHref(sessionId)}>Open the conversation</a>}
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
