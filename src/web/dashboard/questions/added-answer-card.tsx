import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { AddedAnswer } from '../../../assistants/wire/answers.ts';
import type { Assistant } from '../../../assistants/wire/assistants.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { apiPath } from '../../ui/request.ts';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { invalidate } from '../../ui/live.ts';
import { savedAssistant } from '../settings/assistants/assistant-edit.ts';
import { TriedTurns } from '../settings/assistants/try-out.tsx';
import { useTryOut } from '../settings/assistants/use-try-out.ts';
import { removeAnswer } from './question-calls.ts';
import { useAction } from '../../ui/use-action.ts';
import { Button } from '../../ui/button.tsx';

interface AddedAnswerProps {
  added: AddedAnswer;
  assistant: Assistant;
  /** The question, which is asked again. */
  question: string;
  onUndone: () => void;
  /** The way on from here, next to Undo. */
  children: ComponentChildren;
}

/** A new answer, and the assistant's reply to the question with it. */
export function AddedAnswerResult({ added, assistant, question, onUndone, children }: AddedAnswerProps) {
  const {
    turns,
    asking,
    problem: unasked,
    ask,
    again,
  } = useTryOut(savedAssistant(assistant).edit, assistant.id);
  const action = useAction();
  useEffect(() => {
    invalidate(apiPath('questions'));
    invalidate(apiPath('answers'));
    void ask(question);
  }, []);
  const undo = () =>
    action.run(async () => {
      await removeAnswer(added);
      onUndone();
    });
  return (
    <>
      <p>
        <UntrustedText text={assistant.name} /> now uses this answer. It is saved in {added.document}.
      </p>
      <h3>Question asked again</h3>
      <div aria-live="polite">
        <TriedTurns {...{ turns, asking }} id={assistant.id} />
      </div>
      <ErrorNotice sentence={unasked}>
        <Button class="link" onClick={again}>
          Try again
        </Button>
      </ErrorNotice>
      <ErrorNotice sentence={action.problem} />
      <div class="actions">
        <Button disabled={action.running} onClick={undo}>
          Undo
        </Button>
        {children}
      </div>
    </>
  );
}
