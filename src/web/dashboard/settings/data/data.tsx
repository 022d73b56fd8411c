import { Button } from '../../../ui/button.tsx';
import { formatBytes, formatCount, plural } from '../../../ui/format.ts';
import { href } from '../../../ui/router.ts';
import { useStore } from '../../../ui/store.ts';
import {
  cancelExport,
  exportState,
  forgetExport,
  runExport,
  type ExportProgress,
  type ExportState,
} from './export.ts';
import { SettingsTransfer } from './transfer.tsx';

/** The export of conversations, and the transfer of settings. */
export function DataAndExport() {
  return (
    <>
      <p>Conversations are stored in your own subscription.</p>
      <Export />
      <SettingsTransfer />
    </>
  );
}

/** Downloads all conversations as one file, with one JSON transcript per line. */
function Export() {
  const state = useStore(exportState);
  return (
    <>
      <div class="row">
        <Button disabled={state.is === 'running'} onClick={runExport}>
          {state.is === 'failed' ? 'Try again' : 'Export all conversations'}
        </Button>
        {state.is === 'running' && <Button onClick={cancelExport}>Cancel</Button>}
        <p class="export-state" role="status">
          <Progress state={state} />
        </p>
      </div>
      <p class="quiet">
        One JSON file with one conversation per line, including times, tokens and cost. To uninstall: export,
        remove the tag from your site, then delete the deployment.
      </p>
    </>
  );
}

/** The progress of the export, on other views. */
export function ExportElsewhere() {
  const state = useStore(exportState);
  if (state.is === 'idle') return null;
  return (
    <aside class="export-elsewhere" aria-label="Export">
      <p class="export-state" role="status">
        <Progress state={state} />
      </p>
      <a href={href(['settings', 'conversations'])}>Data and export</a>
      {state.is === 'failed' && (
        <Button class="link" onClick={runExport}>
          Try again
        </Button>
      )}
      {state.is !== 'running' && (
        <Button class="link" onClick={forgetExport}>
          Dismiss
        </Button>
      )}
    </aside>
  );
}

function Progress({ state }: { state: ExportState }) {
  switch (state.is) {
    case 'idle':
      return null;
    case 'running':
      return (
        <>
          <Bar progress={state.progress} /> {textOf(state.progress)}
        </>
      );
    case 'done':
      return <span class="good">Saved {textOf(state.progress)}.</span>;
    case 'failed':
      return <span class="bad">{state.sentence}</span>;
  }
}

/** The progress bar; indeterminate while the total is unknown. */
function Bar({ progress: { conversations, of } }: { progress: ExportProgress }) {
  const known = of > 0 && { max: of, value: Math.min(conversations, of) };
  return <progress aria-label="Export" {...known} />;
}

const textOf = ({ conversations, of, bytes }: ExportProgress): string => {
  const part = conversations < of ? `${formatCount(conversations)} of ${formatCount(of)}` : undefined;
  return `${part === undefined ? plural(conversations, 'conversation') : `${part} conversations`}, ${formatBytes(bytes)}`;
};
