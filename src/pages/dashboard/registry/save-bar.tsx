import { useRef } from 'preact/hooks';
import type { Standing } from '../draft.ts';
import { plural } from '../format.ts';

interface SaveBarProps {
  standing: Standing;
  /** Whether it exists already. */
  existing: boolean;
  /** What the button says that makes it. */
  create: string;
}

/** How far an edit is, always in sight, with the way to keep it or to let it go. */
export function SaveBar({ standing, existing, create }: SaveBarProps) {
  const { changed, overtaken, saving } = standing;
  const used = useRef(false);
  used.current ||= changed;
  if (overtaken && !saving) return <Overtaken standing={standing} />;
  return (
    <div class={used.current ? 'save-bar used' : 'save-bar'}>
      <p role="status">
        <State standing={standing} existing={existing} />
      </p>
      {changed && (
        <button type="button" class="button" disabled={saving} onClick={() => standing.discard()}>
          Discard
        </button>
      )}
      <button type="submit" class="button primary" disabled={saving || !changed}>
        {saving ? 'Saving…' : existing ? 'Save' : create}
      </button>
    </div>
  );
}

function State({ standing: { changed, problem }, existing }: Pick<SaveBarProps, 'standing' | 'existing'>) {
  if (problem && changed) {
    const fields = problem.details.issues?.length ?? 0;
    const words = fields > 0 ? `Not saved: ${plural(fields, 'field')} to mend.` : problem.message;
    return <span class="bad">{words}</span>;
  }
  if (changed) return <>Not saved yet</>;
  return <span class="quiet">{existing ? 'All changes are saved' : 'Nothing is filled in yet'}</span>;
}

/** Two have edited at once: the one who comes second decides what counts. */
function Overtaken({ standing }: { standing: Standing }) {
  return (
    <div class="save-bar used overtaken" role="alert">
      <p>Somebody else has saved in the meantime.</p>
      <button type="button" class="button" onClick={() => standing.discard()}>
        Discard mine and see theirs
      </button>
      <button type="button" class="button danger" onClick={() => void standing.saveOver()}>
        Save mine over theirs
      </button>
    </div>
  );
}
