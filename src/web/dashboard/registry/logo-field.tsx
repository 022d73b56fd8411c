import { useState } from 'preact/hooks';
import { Field } from '../../ui/field.tsx';
import { logoOf } from './logo.ts';

interface LogoFieldProps {
  /** A data URL. */
  logo: string | undefined;
  onChange: (logo: string | undefined) => void;
}

/** A logo for the chat's header, resized automatically. */
export function LogoField({ logo, onChange }: LogoFieldProps) {
  const [problem, setProblem] = useState<string>();
  const choose = async (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (!file) return;
    const made = await logoOf(file);
    // Allows choosing the same file again after it was changed.
    input.value = '';
    setProblem(made === undefined ? 'This file is not an image that the browser can read.' : undefined);
    if (made !== undefined) onChange(made);
  };
  return (
    <Field
      path="branding.logo"
      label="Logo"
      value={logo}
      hint="A square image works best. It is resized and stored with the widget."
    >
      {(attributes) => (
        <>
          <div class="row logo">
            {logo !== undefined && <img src={logo} alt="Current logo" width={40} height={40} />}
            <label class="button">
              {logo === undefined ? 'Choose image' : 'Replace image'}
              <input
                {...attributes}
                class="unseen"
                type="file"
                accept="image/*"
                onChange={({ currentTarget }) => void choose(currentTarget)}
              />
            </label>
            {logo !== undefined && (
              <button type="button" class="button" onClick={() => onChange(undefined)}>
                Remove
              </button>
            )}
          </div>
          {problem !== undefined && (
            <p class="bad" role="alert">
              {problem}
            </p>
          )}
        </>
      )}
    </Field>
  );
}
