import { useEffect, useRef, useState } from 'preact/hooks';
import { mentionedIn } from '../../../conversations/rules/mentions.ts';
import type { Note } from '../../../conversations/records/note.ts';
import { MAX_MESSAGE_LENGTH } from '../../../conversations/rules/session-messages.ts';
import { Button } from '../../ui/button.tsx';
import { sentenceOf } from '../../ui/request.ts';
import type { Desk } from '../state/desk.ts';

export interface NoteStepProps {
  desk: Desk;
  sessionId: string;
  note: Note;
  onDone: () => void;
}

/** Runs a change; after a failure it can be tried again. */
function useNoteChange(onDone: () => void) {
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async (change: () => Promise<void>) => {
    setRunning(true);
    setProblem(undefined);
    try {
      await change();
      onDone();
    } catch (thrown) {
      setProblem(sentenceOf(thrown));
      setRunning(false);
    }
  };
  return { running, problem, run: (change: () => Promise<void>) => void run(change) };
}

export function EditNote({ desk, sessionId, note, onDone }: NoteStepProps) {
  const [text, setText] = useState(note.content);
  const { running, problem, run } = useNoteChange(onDone);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // Its buttons as well: the field gets only itself into view.
    form.current?.scrollIntoView({ block: 'nearest' });
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(note.content.length, note.content.length);
    // Colleagues may have been added since the note was written.
    desk.mentions.loadColleagues().catch(() => undefined);
  }, []);
  const content = text.trim();
  const isChanged = content !== '' && content !== note.content;
  const save = () => {
    const known = new Map(
      [...(note.mentions ?? []), ...(desk.state.get().colleagues ?? [])].map((one) => [one.oid, one]),
    );
    const mentions = mentionedIn(content, [...known.values()]).map(({ oid }) => oid);
    run(() => desk.notes.edit(sessionId, note.id, { content, mentions }));
  };
  return (
    <form
      class="note-edit"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !running) save();
      }}
    >
      <textarea
        class="input"
        aria-label="Edit note"
        rows={3}
        dir="auto"
        maxLength={MAX_MESSAGE_LENGTH}
        value={text}
        ref={field}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onDone();
        }}
      />
      {problem !== undefined && (
        <p class="bad" role="alert">
          {problem}
        </p>
      )}
      <p class="note-tools">
        <Button submit class="button primary" disabled={running || !isChanged}>
          Save
        </Button>
        <Button disabled={running} onClick={onDone}>
          Cancel
        </Button>
      </p>
    </form>
  );
}

/** The question before a note is removed. */
export function RemoveNote({ desk, sessionId, note, onDone }: NoteStepProps) {
  const { running, problem, run } = useNoteChange(onDone);
  return (
    <span class="note-tools" role="group" aria-label="Remove note">
      <span>Remove for all agents?</span>
      <Button
        class="link bad"
        disabled={running}
        onClick={() => run(() => desk.notes.remove(sessionId, note.id))}
      >
        Remove note
      </Button>
      <Button class="link" disabled={running} onClick={onDone}>
        Keep
      </Button>
      {problem !== undefined && (
        <span class="bad" role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}
