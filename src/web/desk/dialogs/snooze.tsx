import { useState } from 'preact/hooks';
import { UNTIL_MESSAGE } from '../../../conversations/rules/snooze.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Time } from '../../ui/time.tsx';
import { snoozeTimes, type SnoozeTime } from '../model/snooze-times.ts';
import type { Desk } from '../state/desk.ts';

const NAMES: Record<SnoozeTime['id'], string> = {
  'later-today': 'Later today',
  tomorrow: 'Tomorrow',
  'next-monday': 'Next Monday',
};

interface SnoozeProps {
  desk: Desk;
  sessionId: string;
  /** Whether the conversation is snoozed now. */
  isAsleep: boolean;
  onClose: () => void;
}

/** Asks until when to snooze. A failure is shown in the conversation. */
export function Snooze({ desk, sessionId, isAsleep, onClose }: SnoozeProps) {
  const [chosen, choose] = useState('');
  const chosenMs = chosen === '' ? NaN : new Date(chosen).getTime();
  const snooze = (until?: string) => {
    onClose();
    void desk.actions.snooze(sessionId, until);
  };
  return (
    <Dialog title="Snooze" onClose={onClose}>
      <p>The conversation comes back at this time, or when the visitor writes.</p>
      <ul class="people">
        {snoozeTimes(new Date()).map(({ id, at }) => (
          <li key={id}>
            <Button class="person" onClick={() => snooze(at.toISOString())}>
              <b>{NAMES[id]}</b>
              <span>
                <Time at={at.toISOString()} />
              </span>
            </Button>
          </li>
        ))}
        <li>
          <Button class="person" onClick={() => snooze(UNTIL_MESSAGE)}>
            <b>Until the visitor’s next message</b>
          </Button>
        </li>
      </ul>
      <form
        class="snooze-time"
        onSubmit={(event) => {
          event.preventDefault();
          if (chosenMs > Date.now()) snooze(new Date(chosenMs).toISOString());
        }}
      >
        <label>
          Date and time
          <input
            type="datetime-local"
            value={chosen}
            onInput={({ currentTarget }) => choose(currentTarget.value)}
          />
        </label>
        <Button submit disabled={!(chosenMs > Date.now())}>
          Snooze
        </Button>
      </form>
      <p class="quiet" role="status">
        {chosenMs <= Date.now() && 'Choose a time in the future.'}
      </p>
      <div class="actions">
        {isAsleep && (
          <Button class="button apart" onClick={() => snooze()}>
            End snooze
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}
