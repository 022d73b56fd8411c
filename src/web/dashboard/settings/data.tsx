import { useEffect, useRef, useState } from 'preact/hooks';
import { sentenceOf } from '../../ui/request.ts';
import { saveAs } from '../../ui/download.ts';
import { fetchExport, type ExportProgress } from '../export.ts';
import { formatBytes, formatCount, plural } from '../../ui/format.ts';

/** The retention time, and the export. */
export function DataAndExport({ retentionDays }: { retentionDays: number }) {
  return (
    <>
      <p>
        {retentionDays === 0
          ? 'Conversations are kept until you delete them.'
          : `Conversations are deleted ${plural(retentionDays, 'day')} after their last message, unless an agent holds them.`}{' '}
        They are stored in your own subscription.
      </p>
      <Export />
    </>
  );
}

type State =
  | { is: 'idle' }
  | { is: 'running'; progress: ExportProgress }
  | { is: 'done'; progress: ExportProgress }
  | { is: 'failed'; sentence: string };

/** All conversations as one file, one JSON transcript per line. */
function Export() {
  const [state, setState] = useState<State>({ is: 'idle' });
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const run = async () => {
    const controller = new AbortController();
    stop.current = controller;
    let progress: ExportProgress = { conversations: 0, of: 0, bytes: 0 };
    setState({ is: 'running', progress });
    try {
      const file = await fetchExport((now) => {
        progress = now;
        setState({ is: 'running', progress });
      }, controller.signal);
      saveAs('conversations.ndjson', file);
      setState({ is: 'done', progress });
    } catch (thrown) {
      setState(controller.signal.aborted ? { is: 'idle' } : { is: 'failed', sentence: sentenceOf(thrown) });
    }
  };

  return (
    <>
      <div class="row">
        <button type="button" class="button" disabled={state.is === 'running'} onClick={() => void run()}>
          Export all conversations
        </button>
        {state.is === 'running' && (
          <button type="button" class="button" onClick={() => stop.current?.abort()}>
            Cancel
          </button>
        )}
        <p class="export-state" role="status">
          <ExportState state={state} />
        </p>
      </div>
      <p class="quiet">
        One JSON file with one conversation per line, including times, tokens and cost. To uninstall: export,
        remove the tag from your site, then delete the deployment.
      </p>
    </>
  );
}

function ExportState({ state }: { state: State }) {
  switch (state.is) {
    case 'idle':
      return null;
    case 'running':
      return (
        <>
          <Bar progress={state.progress} /> {told(state.progress)}
        </>
      );
    case 'done':
      return <span class="good">Saved {told(state.progress)}.</span>;
    case 'failed':
      return <span class="bad">{state.sentence}</span>;
  }
}

/** The progress bar; indeterminate while the total is unknown. */
function Bar({ progress: { conversations, of } }: { progress: ExportProgress }) {
  const known = of > 0 && { max: of, value: Math.min(conversations, of) };
  return <progress aria-label="Export" {...known} />;
}

const told = ({ conversations, of, bytes }: ExportProgress): string => {
  const part = conversations < of ? `${formatCount(conversations)} of ${formatCount(of)}` : undefined;
  return `${part === undefined ? plural(conversations, 'conversation') : `${part} conversations`}, ${formatBytes(bytes)}`;
};
