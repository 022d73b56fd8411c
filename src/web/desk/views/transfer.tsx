import { useEffect, useRef, useState } from 'preact/hooks';
import { initials } from '../../../../widget/initials.ts';
import { Time } from '../../ui/time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Bar } from '../../ui/skeleton.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { Desk } from '../state/desk.ts';
import { forEachSession, type FailedAction } from '../state/on-each.ts';
import type { Colleague, DeskState } from '../state/state.ts';
import { Refusals } from './refusals.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { useInputCount } from '../../ui/use-input-count.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Button } from '../../ui/button.tsx';

interface TransferProps {
  desk: Desk;
  state: DeskState;
  /** One or several conversations; several are transferred one after the other. */
  sessionIds: readonly string[];
  onClose: () => void;
}

/**
 * Asks for the colleague to transfer to. Only recently active colleagues are offered, so that the
 * conversation is answered soon.
 */
export function Transfer({ desk, state, sessionIds, onClose }: TransferProps) {
  const { data: colleagues, problem, retry } = useLoaded(desk.actions.colleagues);
  const first = useRef<HTMLButtonElement>(null);
  const inputCount = useInputCount();
  useEffect(() => {
    // The names load later. The focus moves to them only if the agent has not used the dialog yet.
    if (inputCount() === 0) first.current?.focus();
  }, [colleagues]);
  const [running, setRunning] = useState(false);
  const [refused, setRefused] = useState<readonly FailedAction[]>();
  /** The remaining conversations after a partial failure. */
  const left = refused ? refused.map(({ sessionId }) => sessionId) : sessionIds;
  const isOne = sessionIds.length === 1;
  const hand = async (to: Colleague) => {
    // The conversation's notice has the reason if a single transfer failed.
    if (isOne) onClose();
    setRunning(true);
    const failed = await forEachSession(desk.state, left, (sessionId) =>
      desk.actions.transfer(sessionId, to),
    );
    if (isOne) return;
    setRunning(false);
    if (failed.length === 0) onClose();
    else setRefused(failed);
  };

  return (
    <Dialog
      title={isOne ? 'Transfer conversation' : `Transfer ${sessionIds.length} conversations`}
      onClose={onClose}
      dismissible={!running}
    >
      <ErrorNotice sentence={problem} onRetry={retry} />
      <Refusals state={state} refused={refused ?? []} tried={sessionIds.length} did="transferred" />
      {colleagues?.length === 0 ? (
        <p>No other agent was active in the last 12 hours.</p>
      ) : (
        <ul class="people" aria-busy={!colleagues && problem === undefined}>
          {colleagues?.map((colleague, index) => (
            <li key={colleague.oid}>
              <Button
                class="person"
                ref={index === 0 ? first : null}
                disabled={running}
                onClick={() => void hand(colleague)}
              >
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
        <Button disabled={running} onClick={onClose}>
          {refused ? 'Close' : 'Cancel'}
        </Button>
        {colleagues?.length === 0 && (
          <Button
            onClick={() => {
              onClose();
              for (const sessionId of left) void desk.actions.release(sessionId);
            }}
          >
            Return to queue
          </Button>
        )}
      </div>
    </Dialog>
  );
}
