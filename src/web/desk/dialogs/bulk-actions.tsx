import { useState } from 'preact/hooks';
import { plainText } from '../../../lib/plain-text.ts';
import type { ListedSession } from '../../../conversations/records/public-session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { plural } from '../../ui/format.ts';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { sortRows } from '../model/rows.ts';
import type { Desk } from '../state/desk.ts';
import { isHandling, type DeskState } from '../state/state.ts';
import { TagPicker } from './tag-picker.tsx';
import { Transfer } from './transfer.tsx';
import { VisitorName } from '../app/visitor-name.tsx';

interface SeveralProps {
  desk: Desk;
  state: DeskState;
  onClose: () => void;
}

/** Tags, transfers or closes several of the agent's conversations. */
export function BulkActions({ desk, state, onClose }: SeveralProps) {
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [next, setNext] = useState<'tags' | 'transfer'>();
  const own = sortRows(state.rows.values()).filter((row) => isHandling(state, row));
  const chosen = own.map(({ sessionId }) => sessionId).filter((id) => selected.has(id));
  const isAll = own.length > 0 && chosen.length === own.length;
  const isNone = chosen.length === 0;

  if (next === 'tags') return <TagPicker {...{ desk, state, onClose }} sessionIds={chosen} />;
  if (next === 'transfer') return <Transfer {...{ desk, state, onClose }} sessionIds={[...selected]} />;
  const toggle = (sessionId: string) =>
    select((before) => {
      const after = new Set(before);
      if (!after.delete(sessionId)) after.add(sessionId);
      return after;
    });
  return (
    <Dialog title="Select conversations" onClose={onClose}>
      {own.length === 0 ? (
        <p>No conversations assigned to you.</p>
      ) : (
        <>
          <label class="pick all">
            <input
              type="checkbox"
              checked={isAll}
              onChange={() => select(new Set(isAll ? [] : own.map(({ sessionId }) => sessionId)))}
            />
            <b>All of mine</b>
          </label>
          <ul class="people">
            {own.map((row) => (
              <li key={row.sessionId}>
                <Pick row={row} isPicked={selected.has(row.sessionId)} onPick={() => toggle(row.sessionId)} />
              </li>
            ))}
          </ul>
        </>
      )}
      <p class="quiet" role="status">
        {!isNone && `${plural(chosen.length, 'conversation')} selected`}
      </p>
      <div class="actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button disabled={isNone} onClick={() => setNext('tags')}>
          Tag
        </Button>
        <Button
          disabled={isNone}
          onClick={() => {
            select(new Set(chosen));
            setNext('transfer');
          }}
        >
          Transfer
        </Button>
        <Button
          class="button primary"
          disabled={isNone}
          onClick={() => {
            for (const sessionId of chosen) desk.closings.close(sessionId);
            onClose();
          }}
        >
          Close conversations
        </Button>
      </div>
    </Dialog>
  );
}

interface PickProps {
  row: ListedSession;
  isPicked: boolean;
  onPick: () => void;
}

function Pick({ row, isPicked, onPick }: PickProps) {
  return (
    <label class="pick">
      <input type="checkbox" checked={isPicked} onChange={onPick} />
      <span>
        <b>
          <VisitorName session={row} />
        </b>
        <span class="last-line" dir="auto">
          <UntrustedText text={plainText(row.preview).text} />
        </span>
      </span>
    </label>
  );
}
