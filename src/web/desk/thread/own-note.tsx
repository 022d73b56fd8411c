import { useState } from 'preact/hooks';
import type { Note } from '../../../conversations/records/note.ts';
import { Button } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { NoteEntry } from '../../ui/note-entry.tsx';
import type { Desk } from '../state/desk.ts';

const EditNote = lazyComponent(async () => (await import('../app/on-demand.ts')).EditNote);
const RemoveNote = lazyComponent(async () => (await import('../app/on-demand.ts')).RemoveNote);

/** The entry of the agent's own notes in a conversation, which can be edited and removed. */
export const ownNotes = (desk: Desk, sessionId: string) =>
  function OwnNote({ note }: { note: Note }) {
    const [step, setStep] = useState<'editing' | 'removing'>();
    const steps = { note, onDone: () => setStep(undefined) };
    return (
      <NoteEntry
        note={note}
        isMine
        body={step === 'editing' ? <EditNote.Component {...steps} {...{ desk, sessionId }} /> : undefined}
        tools={
          step === 'removing' ? (
            <RemoveNote.Component {...steps} {...{ desk, sessionId }} />
          ) : (
            step === undefined && (
              <span class="note-tools">
                <Button class="link" onClick={() => setStep('editing')}>
                  Edit
                </Button>
                <Button class="link" onClick={() => setStep('removing')}>
                  Remove
                </Button>
              </span>
            )
          )
        }
      />
    );
  };
