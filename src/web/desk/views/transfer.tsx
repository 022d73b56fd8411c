import { useEffect, useRef } from 'preact/hooks';
import { initials } from '../../../../widget/initials.ts';
import { Time } from '../../ui/time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Bar } from '../../ui/skeleton.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { Desk } from '../state/desk.ts';
import type { Colleague } from '../state/state.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { useInputCount } from '../../ui/use-input-count.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Button } from '../../ui/button.tsx';

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
  const { data: colleagues, problem, retry } = useLoaded(desk.actions.colleagues);
  const first = useRef<HTMLButtonElement>(null);
  const inputCount = useInputCount();
  useEffect(() => {
    // The names load late: the focus moves to them only if the agent has not used the dialog yet.
    if (inputCount() === 0) first.current?.focus();
  }, [colleagues]);
  const hand = async (to: Colleague) => {
    onClose();
    await desk.actions.transfer(sessionId, to);
  };

  return (
    <Dialog title="Transfer conversation" onClose={onClose}>
      <ErrorNotice sentence={problem} onRetry={retry} />
      {colleagues?.length === 0 ? (
        <p>No other agent was active in the last 12 hours.</p>
      ) : (
        <ul class="people" aria-busy={!colleagues && problem === undefined}>
          {colleagues?.map((colleague, index) => (
            <li key={colleague.oid}>
              <Button class="person" ref={index === 0 ? first : null} onClick={() => void hand(colleague)}>
                <span class="initials" aria-hidden="true">
                  {initials(colleague.name)}
                </span>
                <b>
                  <UntrustedText text={colleague.name} />
                </b>
                <span>
                  Active <Time at={colleague.lastSeenAt} as="ago" />
                </span>
              </Button>
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
        <Button onClick={onClose}>Cancel</Button>
        {colleagues?.length === 0 && (
          <Button
            onClick={() => {
              onClose();
              void desk.actions.release(sessionId);
            }}
          >
            Return to queue
          </Button>
        )}
      </div>
    </Dialog>
  );
}
