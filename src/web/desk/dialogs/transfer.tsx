import { UsersRound } from 'lucide-static';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { initials } from '../../../../widget/initials.ts';
import { MAX_MESSAGE_LENGTH } from '../../../conversations/rules/session-messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Bar } from '../../ui/skeleton.tsx';
import { LastActive } from '../../ui/time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { useInputCount } from '../../ui/use-input-count.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import type { Recipient } from '../state/actions.ts';
import type { Desk } from '../state/desk.ts';
import { forEachSession, type FailedAction } from '../state/on-each.ts';
import type { AgentGroup, Colleague, DeskState } from '../state/state.ts';
import { Refusals } from './refusals.tsx';

interface TransferProps {
  desk: Desk;
  state: DeskState;
  /** One or several conversations; several are transferred one after the other. */
  sessionIds: readonly string[];
  onClose: () => void;
}

/** Asks for the colleague or the group to transfer to, with a note for them. */
export function Transfer({ desk, state, sessionIds, onClose }: TransferProps) {
  const { data: recipients, problem, retry } = useLoaded(desk.actions.recipients);
  const { colleagues = [], groups = [] } = recipients ?? {};
  const isEmpty = recipients !== undefined && colleagues.length + groups.length === 0;
  const note = useNote();
  const first = useRef<HTMLInputElement>(null);
  const [chosen, choose] = useState<Recipient>();
  const inputCount = useInputCount();
  useEffect(() => {
    // The names load later. The focus moves to them only if the agent has not used the dialog yet.
    if (inputCount() === 0) first.current?.focus();
  }, [recipients]);
  const [running, setRunning] = useState(false);
  const [refused, setRefused] = useState<readonly FailedAction[]>();
  /** The remaining conversations after a partial failure. */
  const left = refused ? refused.map(({ sessionId }) => sessionId) : sessionIds;
  const isOne = sessionIds.length === 1;
  const hand = async (to: Recipient) => {
    // The conversation's notice has the reason if a single transfer failed.
    if (isOne) onClose();
    setRunning(true);
    const failed = await forEachSession(desk.state, left, (sessionId) =>
      desk.actions.transfer(sessionId, to, note.of(sessionId)),
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
      {isEmpty && <p>No other agent has opened the agent desk yet.</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen && !running) void hand(chosen);
        }}
      >
        <Recipients {...{ colleagues, groups, first }} disabled={running} onChoose={choose} />
        {!recipients && problem === undefined && <Bar width={20} />}
        {recipients !== undefined && !isEmpty && note.field}
        <div class="actions">
          <Button disabled={running} onClick={onClose}>
            {refused ? 'Close' : 'Cancel'}
          </Button>
          <Proceed
            {...{ isEmpty }}
            disabled={!chosen || running}
            onRelease={() => {
              onClose();
              for (const sessionId of left) void desk.actions.release(sessionId);
            }}
          />
        </div>
      </form>
    </Dialog>
  );
}

interface ProceedProps {
  isEmpty: boolean;
  disabled: boolean;
  onRelease: () => void;
}

/** Transfers; without recipients, returns to the queue. */
function Proceed({ isEmpty, disabled, onRelease }: ProceedProps) {
  if (isEmpty) return <Button onClick={onRelease}>Return to queue</Button>;
  return (
    <Button submit class="button primary" disabled={disabled}>
      Transfer
    </Button>
  );
}

interface RecipientsProps {
  colleagues: readonly Colleague[];
  groups: readonly AgentGroup[];
  /** The first one. */
  first: RefObject<HTMLInputElement | null>;
  disabled: boolean;
  onChoose: (to: Recipient) => void;
}

function Recipients({ colleagues, groups, first, disabled, onChoose }: RecipientsProps) {
  return (
    <>
      {colleagues.length > 0 && (
        <ul class="people" aria-label="Colleagues">
          {colleagues.map((colleague, index) => (
            <Choice
              key={colleague.oid}
              inputRef={index === 0 ? first : null}
              disabled={disabled}
              onChoose={() => onChoose(colleague)}
              mark={initials(colleague.name)}
              name={colleague.name}
            >
              {colleague.availability === 'away' && 'Away · '}
              Active <LastActive at={colleague.lastSeenAt} />
            </Choice>
          ))}
        </ul>
      )}
      {groups.length > 0 && (
        <ul class="people" aria-label="Groups">
          {groups.map((group, index) => (
            <Choice
              key={group.id}
              inputRef={colleagues.length === 0 && index === 0 ? first : null}
              disabled={disabled}
              onChoose={() => onChoose(group)}
              mark={<Icon svg={UsersRound} size={16} />}
              name={`Agents of ${group.name}`}
            >
              Waits in their queue
            </Choice>
          ))}
        </ul>
      )}
    </>
  );
}

/** A note for the next agent. Each conversation's note keeps its id, so that a repeat stores it once. */
function useNote() {
  const id = useId();
  const [text, setText] = useState('');
  const ids = useRef(new Map<string, string>());
  const content = text.trim();
  return {
    field: (
      <label class="transfer-note" for={id}>
        Note (optional)
        <textarea
          id={id}
          class="input"
          rows={2}
          dir="auto"
          maxLength={MAX_MESSAGE_LENGTH}
          value={text}
          onInput={({ currentTarget }) => {
            ids.current.clear();
            setText(currentTarget.value);
          }}
        />
      </label>
    ),
    of(sessionId: string) {
      if (content === '') return undefined;
      const noteId = ids.current.get(sessionId) ?? crypto.randomUUID();
      ids.current.set(sessionId, noteId);
      return { id: noteId, content };
    },
  };
}

interface ChoiceProps {
  inputRef?: RefObject<HTMLInputElement | null> | null;
  disabled: boolean;
  onChoose: () => void;
  mark: ComponentChildren;
  name: string;
  /** A fact about them. */
  children: ComponentChildren;
}

function Choice({ inputRef = null, disabled, onChoose, mark, name, children }: ChoiceProps) {
  return (
    <li>
      <label class="button person">
        <input ref={inputRef} type="radio" name="recipient" disabled={disabled} onChange={onChoose} />
        <span class="initials" aria-hidden="true">
          {mark}
        </span>
        <b>
          <UntrustedText text={name} />
        </b>
        <span>{children}</span>
      </label>
    </li>
  );
}
