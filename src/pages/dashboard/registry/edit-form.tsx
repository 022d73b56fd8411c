import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Issue } from '../api.ts';
import type { Standing } from '../draft.ts';
import { Issues } from '../parts/field.tsx';
import { SaveBar } from './save-bar.tsx';

const NONE: readonly Issue[] = [];

interface EditFormProps {
  label: string;
  standing: Standing;
  existing: boolean;
  create: string;
  children: ComponentChildren;
}

/** The fields of an edit and the bar that saves them. What the service refuses is told at its field, and the first one gets the focus. */
export function EditForm({ label, standing, existing, create, children }: EditFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const issues = standing.problem?.details.issues ?? NONE;
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    first?.closest('details')?.setAttribute('open', '');
    first?.focus();
  }, [issues]);
  return (
    <form
      ref={form}
      class="edit-form"
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void standing.save();
      }}
    >
      <Issues.Provider value={issues}>{children}</Issues.Provider>
      <SaveBar {...{ standing, existing, create }} />
    </form>
  );
}
