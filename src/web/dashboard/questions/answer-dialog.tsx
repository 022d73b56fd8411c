import { useState } from 'preact/hooks';
import type { AddedAnswer } from '../../../assistants/wire/answers.ts';
import type { AssistantsReply } from '../../../assistants/wire/assistants.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useLive } from '../../ui/live.ts';
import { Bar } from '../../ui/skeleton.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { ASSISTANTS_PATH } from '../addresses.ts';
import { Loaded } from '../parts/loaded.tsx';
import { AddedAnswerResult } from './added-answer-card.tsx';
import { AnswerForm } from './answer-form.tsx';

interface AnswerDialogProps {
  /** The assistant whose answer it is; undefined for the default one. */
  assistantId: string | undefined;
  /** The question and the answer that is corrected; absent for a new answer. */
  corrected?: { question: string; answer: string };
  onClose: () => void;
}

/** Adds an answer without a stored question: a new one, or the correction of an answer in a preview. */
export function AnswerDialog({ assistantId, corrected, onClose }: AnswerDialogProps) {
  const live = useLive<AssistantsReply>(ASSISTANTS_PATH);
  const { data: choices } = live;
  const [added, setAdded] = useState<AddedAnswer>();
  const assistant = choices?.assistants.find(({ id }) => id === added?.assistantId);
  const title = corrected ? 'Correct answer' : 'New answer';
  if (added && assistant) {
    return (
      <Dialog title="Answer added" wide onClose={onClose}>
        <AddedAnswerResult
          {...{ added, assistant }}
          question={corrected?.question ?? added.heading}
          onUndone={() => setAdded(undefined)}
        >
          <Button class="button primary" onClick={onClose}>
            Done
          </Button>
        </AddedAnswerResult>
      </Dialog>
    );
  }
  return (
    <Dialog title={title} wide dismissible={false} onClose={onClose}>
      {corrected && (
        <p class="tested-question" dir="auto">
          <UntrustedText text={corrected.question} />
        </p>
      )}
      {choices ? (
        <AnswerForm
          {...{ title, assistantId, choices }}
          question={corrected?.question ?? ''}
          questions={[]}
          offered={corrected ? [{ label: 'Start from this answer', text: corrected.answer }] : []}
          onCancel={onClose}
          onAdded={setAdded}
        />
      ) : (
        <Loaded live={live}>
          <Bar width={40} />
        </Loaded>
      )}
    </Dialog>
  );
}
