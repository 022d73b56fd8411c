import { useEffect, useRef, useState } from 'preact/hooks';
import { Time } from '../../ui/time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Bar } from '../../ui/skeleton.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { sentenceOf } from '../../ui/request.ts';
import type { Desk } from '../state/desk.ts';
import type { Colleague } from '../state/state.ts';
import { useInputCount } from '../../ui/use-input-count.ts';
import { ErrorNotice } from '../../ui/notice.tsx';

interface TransferProps {
  desk: Desk;
  sessionId: string;
  onClose: () => void;
}

/**
 * Asks for the colleague to transfer to: only recently active ones, so that the conversation is not left
 * waiting.
 */
export function Transfer({ desk, sessionId, onClose }: TransferProps) {
  const [colleagues, setColleagues] = useState<readonly Colleague[]>();
  const [problem, setProblem] = useState<string>();
  const first = useRef<HTMLButtonElement>(null);
  const inputCount = useInputCount();
  useEffect(() => {
    // The names load late: the focus moves to them only if the agent has not used the dialog yet.
    if (inputCount() === 0) first.current?.focus();
  }, [colleagues]);
  useEffect(() => {
    desk.actions.colleagues().then(setColleagues, (thrown: unknown) => setProblem(sentenceOf(thrown)));
  }, []);

  const hand = async (to: Colleague) => {
    onClose();
    await desk.actions.transfer(sessionId, to);
  };

  return (
    <Dialog title="Transfer conversation" onClose={onClose}>
      <ErrorNotice sentence={problem} />
      {colleagues?.length === 0 ? (
        <p>No other agent was active in the last 12 hours.</p>
      ) : (
        <ul class="people" aria-busy={!colleagues && problem === undefined}>
          {colleagues?.map((colleague, index) => (
            <li key={colleague.oid}>
              <button ref={index === 0 ? first : null} type="button" onClick={() => void hand(colleague)}>
                <span class="initials" aria-hidden="true">
                  {initialsOf(colleague.name)}
                </span>
                <b>
                  <UntrustedText text={colleague.name} />
                </b>
                <span>
                  Active <Time at={colleague.lastSeenAt} as="ago" />
                </span>
              </button>
            </li>
          )) ??
            (problem === undefined && (
              <li>
                <Bar width={20} />
              </li>
            ))}
        </ul>
      )}
      <div class="actions">
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
        {colleagues?.length === 0 && (
          <button
            type="button"
            class="button"
            onClick={() => {
              onClose();
              void desk.actions.release(sessionId);
            }}
          >
            Return to queue
          </button>
        )}
      </div>
    </Dialog>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
}
