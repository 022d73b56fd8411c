import { useRef } from 'preact/hooks';
import type { EditState } from '../draft.ts';
import { plural } from '../../ui/format.ts';

interface SaveBarProps {
  editor: EditState;
  /** Whether it is already stored. */
  existing: boolean;
  /** The label of the create button. */
  create: string;
  /** The number of fields with an unchanged refused value. */
  refused: number;
}

/** The state of an edit, always visible, with Save and Discard. */
export function SaveBar({ editor, existing, create, refused }: SaveBarProps) {
  const { changed, overtaken, saving } = editor;
  const used = useRef(false);
  used.current ||= changed;
  const label = existing ? 'Save' : create;
  if (overtaken && !saving) return <Overtaken editor={editor} />;
  return (
    <div class={used.current ? 'save-bar used' : 'save-bar'}>
      <p role="status">
        <State editor={editor} existing={existing} refused={refused} />
      </p>
      {changed && (
        <button type="button" class="button" disabled={saving} onClick={() => editor.discard()}>
          Discard
        </button>
      )}
      <button type="submit" class="button primary" disabled={saving || !changed}>
        {saving ? 'Saving…' : label}
      </button>
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

/** An edit conflict: the reader decides which version to keep. */
function Overtaken({ editor }: { editor: EditState }) {
  return (
    <div class="save-bar used overtaken" role="alert">
      <p>Someone else saved changes in the meantime.</p>
      <button type="button" class="button" onClick={() => editor.discard()}>
        Discard my changes
      </button>
      <button type="button" class="button danger" onClick={() => void editor.saveOver()}>
        Overwrite their changes
      </button>
    </div>
  );
}
