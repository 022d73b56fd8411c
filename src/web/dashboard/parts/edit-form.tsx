import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isAbout, Issues } from '../../ui/field.tsx';
import { plural } from '../../ui/format.ts';
import type { Issue } from '../../ui/request.ts';
import { useInputCount } from '../../ui/use-input-count.ts';
import type { EditState } from './draft.ts';
import { Button } from '../../ui/button.tsx';

const NONE: readonly Issue[] = [];

interface EditFormProps {
  label: string;
  editor: EditState;
  existing: boolean;
  create: string;
  children: ComponentChildren;
}

/** A form with a save bar. Validation issues are shown at their fields, and the first one gets the focus. */
export function EditForm({ label, editor, existing, create, children }: EditFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const issues = editor.problem?.details.issues ?? NONE;
  const [corrected, setCorrected] = useState<readonly string[]>([]);
  const inputCount = useInputCount();
  const countAtSave = useRef(0);
  const { saves } = editor;
  useEffect(() => setCorrected([]), [saves]);
  useEffect(() => {
    // A late response does not move the focus if the reader has continued.
    if (inputCount() !== countAtSave.current) return;
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    openAround(first);
    first?.focus();
  }, [issues]);
  const given = useMemo(
    () => ({ issues, saves, onCorrected: (path: string) => setCorrected((before) => [...before, path]) }),
    [issues, saves],
  );
  const refused = issues.filter((issue) => !corrected.some((path) => isAbout(issue, path))).length;
  return (
    <form
      ref={form}
      class="edit-form"
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        countAtSave.current = inputCount();
        void editor.save();
      }}
    >
      <Issues.Provider value={given}>{children}</Issues.Provider>
      <SaveBar {...{ editor, existing, create, refused }} />
    </form>
  );
}

/** Opens the collapsed parts that contain an element. */
function openAround(element: Element | null | undefined): void {
  for (let at = element?.parentElement; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
  }
}

interface SaveBarProps {
  editor: EditState;
  /** Whether the object is already stored. */
  existing: boolean;
  /** The label of the create button. */
  create: string;
  /** The number of fields whose refused value has not changed. */
  refused: number;
}

/** The state of an edit with Save and Discard. Always visible. */
function SaveBar({ editor, existing, create, refused }: SaveBarProps) {
  const { changed, isOutdated: overtaken, saving } = editor;
  const used = useRef(false);
  used.current ||= changed;
  const label = existing ? 'Save' : create;
  if (overtaken && !saving) return <EditConflict editor={editor} />;
  return (
    <div class={used.current ? 'save-bar used' : 'save-bar'}>
      <p role="status">
        <State editor={editor} existing={existing} refused={refused} />
      </p>
      {changed && (
        <Button disabled={saving} onClick={() => editor.discard()}>
          Discard
        </Button>
      )}
      <Button submit class="button primary" disabled={saving || !changed}>
        {saving ? 'Saving…' : label}
      </Button>
    </div>
  );
}

function State({ editor, existing, refused }: Pick<SaveBarProps, 'editor' | 'existing' | 'refused'>) {
  const { changed, problem } = editor;
  if (refused > 0) return <span class="bad">Not saved. Fix {plural(refused, 'field')}.</span>;
  if (problem && changed && !problem.details.issues) return <span class="bad">{problem.message}</span>;
  if (changed) return <>Unsaved changes</>;
  return <span class="quiet">{existing ? 'All changes saved' : 'No changes'}</span>;
}

/** An edit conflict: the admin chooses which version to keep. */
function EditConflict({ editor }: { editor: EditState }) {
  return (
    <div class="save-bar used overtaken" role="alert">
      <p>Someone else saved changes in the meantime.</p>
      <Button onClick={() => editor.discard()}>Discard my changes</Button>
      <Button class="button danger" onClick={() => editor.overwrite()}>
        Overwrite their changes
      </Button>
    </div>
  );
}
