import { useState } from 'preact/hooks';
import { Field } from '../../../ui/field.tsx';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { drawImage } from '../../../../../widget/redrawn-image.ts';
import { takeFiles } from '../../../ui/uploads/chosen-files.ts';
import { Button } from '../../../ui/button.tsx';

interface LogoFieldProps {
  /** The logo as a data URL. */
  logo: string | undefined;
  onChange: (logo: string | undefined) => void;
}

/** The logo in the chat's header. Resized automatically. */
export function LogoField({ logo, onChange }: LogoFieldProps) {
  const [problem, setProblem] = useState<string>();
  const choose = async (input: HTMLInputElement) => {
    const [file] = takeFiles(input);
    if (!file) return;
    const made = await logoOf(file);
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
            {logo !== undefined && <Button onClick={() => onChange(undefined)}>Remove</Button>}
          </div>
          <ErrorNotice sentence={problem} />
        </>
      )}
    </Field>
  );
}

/** The longest data URL, in characters (src/widgets/wire/widgets.ts). */
const MAX_LENGTH = 32 * 1024;
/** Twice the largest displayed size, for high-density screens. */
const SIDE_PX = 112;

/** Lossless first, then with increasing compression. */
const ATTEMPTS = [
  ['image/png', 1],
  ['image/webp', 0.9],
  ['image/webp', 0.6],
  ['image/jpeg', 0.5],
] as const;

/** An image as a data URL within the limit; undefined if the browser cannot decode it. */
async function logoOf(file: File): Promise<string | undefined> {
  const canvas = await drawImage(file, SIDE_PX);
  return (
    canvas &&
    ATTEMPTS.map(([type, quality]) => canvas.toDataURL(type, quality)).find((url) => url.length <= MAX_LENGTH)
  );
}
