import { useCallback, useState } from 'preact/hooks';
import type { MessageShown } from '../../../../ui/timeline.ts';
import { KeepTest } from './keep-test.tsx';
import { recordedAnswers, turnsBefore } from './test-turns.ts';

/** A button that opens the dialog for saving an answer as a test, and the open dialog. */
export function useKeepTest(messages: readonly MessageShown[], assistantId: string | undefined) {
  const [answer, setAnswer] = useState<MessageShown>();
  const turns = answer ? turnsBefore(messages, answer) : [];
  /** Stable, so that messages are not rendered again. */
  const onKeep = useCallback((message: MessageShown) => setAnswer(message), []);
  const dialog = answer && turns.length > 0 && (
    <KeepTest
      key={answer.id}
      {...{ turns, assistantId }}
      answer={answer.content}
      recorded={recordedAnswers(answer)}
      onClose={() => setAnswer(undefined)}
    />
  );
  return { onKeep, dialog };
}
