import { useCallback, useState } from 'preact/hooks';
import type { MessageShown } from '../../ui/timeline.ts';
import { KeepTest } from './keep-test.tsx';
import { recordedFrom, turnsBefore } from './test-turns.ts';

/** The button that opens the dialog for an answer of a conversation, and the dialog while it is open. */
export function useKeepTest(messages: readonly MessageShown[], assistantId: string | undefined) {
  const [answer, setAnswer] = useState<MessageShown>();
  const turns = answer ? turnsBefore(messages, answer) : [];
  /** The same function for every rendering, so that messages are not rendered again. */
  const onKeep = useCallback((message: MessageShown) => setAnswer(message), []);
  const dialog = answer && turns.length > 0 && (
    <KeepTest
      key={answer.id}
      {...{ turns, assistantId }}
      answer={answer.content}
      recorded={recordedFrom(answer)}
      onClose={() => setAnswer(undefined)}
    />
  );
  return { onKeep, dialog };
}
