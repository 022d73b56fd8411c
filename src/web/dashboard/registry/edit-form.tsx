import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Issue } from '../../ui/request.ts';
import type { EditState } from '../draft.ts';
import { useInputCount } from '../../ui/use-input-count.ts';
import { isAbout, Issues } from '../../ui/field.tsx';
import { SaveBar } from './save-bar.tsx';

const NONE: readonly Issue[] = [];

interface EditFormProps {
  label: string;
  editor: EditState;
  existing: boolean;
  create: string;
  children: ComponentChildren;
}

/**
 * A form with its save bar. Issues of the service are shown at their fields, and the first one gets the
 * focus.
 */
export function EditForm({ label, editor, existing, create, children }: EditFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const issues = editor.problem?.details.issues ?? NONE;
  const [corrected, setCorrected] = useState<readonly string[]>([]);
  const inputCount = useInputCount();
  const countAtSave = useRef(0);
  const { saves } = editor;
  useEffect(() => setCorrected([]), [saves]);
  useEffect(() => {
    // A late refusal does not move the focus once the reader has continued.
    if (inputCount() !== countAtSave.current) return;
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    first?.closest('details')?.setAttribute('open', '');
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
