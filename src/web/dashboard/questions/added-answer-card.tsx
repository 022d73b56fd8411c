import { useEffect } from 'preact/hooks';
import type { AddedAnswer } from '../../../wire/answers.ts';
import type { Assistant } from '../../../wire/assistants.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { apiPath } from '../../ui/request.ts';
import { href } from '../../ui/router.ts';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { invalidate } from '../../ui/live.ts';
import { savedAssistant } from '../registry/assistant-edit.ts';
import { TriedTurns } from '../registry/try-out.tsx';
import { useTryOut } from '../registry/use-try-out.ts';
import { answersPath } from './answer-form.tsx';
import { Section } from '../parts/section.tsx';
import { useAction } from '../../ui/use-action.ts';
import { Button } from '../../ui/button.tsx';

interface AddedAnswerCardProps {
  added: AddedAnswer;
  assistant: Assistant;
  /** The question, which is asked again. */
  question: string;
  onUndone: () => void;
}

/** A new answer, and the assistant's reply to the question with it. */
export function AddedAnswerCard({ added, assistant, question, onUndone }: AddedAnswerCardProps) {
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
    <Section id="added" title="Answer added">
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
      <div class="row">
        <Button disabled={action.running} onClick={undo}>
          Undo
        </Button>
        <a class="button primary" href={href(['questions'])}>
          Back to questions
        </a>
      </div>
    </Section>
  );
}

/** Removes an answer and reloads the affected lists. */
export async function removeAnswer({ assistantId, id }: AddedAnswer): Promise<void> {
  await adminApi.send('DELETE', `${answersPath(assistantId)}/${encodeURIComponent(id)}`);
  for (const path of ['questions', 'answers', 'assistants']) invalidate(apiPath(path));
}
