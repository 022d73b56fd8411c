import { useEffect, useRef, useState } from 'preact/hooks';
import { adminApi } from '../../ui/admin-api.ts';
import { saveAs } from '../../ui/download.ts';
import { formatBytes, formatCount, plural } from '../../ui/format.ts';
import { isRecord } from '../../ui/record.ts';
import { sentenceOf, apiPath, Problem } from '../../ui/request.ts';
import { Button } from '../../ui/button.tsx';

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
        <Button disabled={state.is === 'running'} onClick={run}>
          Export all conversations
        </Button>
        {state.is === 'running' && <Button onClick={() => stop.current?.abort()}>Cancel</Button>}
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

/** Chunks are merged into blobs of this size, so that the browser can move them out of memory. */
const PIECE_BYTES = 8_000_000;
const LINE_FEED = 10;
const BROKE_OFF = 'The export was interrupted. Nothing was saved. Try again.';

interface ExportProgress {
  conversations: number;
  /** The number of conversations when the export began; 0 while unknown. */
  of: number;
  bytes: number;
}

/**
 * Downloads all conversations, one JSON transcript per line, and reports progress. An incomplete export,
 * whose last line does not confirm the end, is a Problem.
 */
async function fetchExport(
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const response = await adminApi.open(apiPath('sessions/export.ndjson'), { signal });
  if (!response.body) throw new Problem('export-broke-off', BROKE_OFF);
  const of = Number(response.headers.get('x-conversations') ?? 0);
  const pieces: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  let lines = 0;
  let bytes = 0;
  const fold = () => {
    pieces.push(new Blob(chunks));
    chunks = [];
    held = 0;
  };
  for await (const chunk of response.body) {
    chunks.push(chunk);
    held += chunk.length;
    bytes += chunk.length;
    for (const byte of chunk) if (byte === LINE_FEED) lines++;
    if (held >= PIECE_BYTES) fold();
    onProgress({ conversations: lines, of, bytes });
  }
  fold();
  const whole = new Blob(pieces, { type: 'application/x-ndjson' });
  // The last line is the end marker, not a conversation.
  onProgress({ conversations: lines - 1, of, bytes });
  if (!(await endsComplete(whole))) throw new Problem('export-broke-off', BROKE_OFF);
  return whole;
}

async function endsComplete(whole: Blob): Promise<boolean> {
  const tail = await whole.slice(-1000).text();
  const lastLine = tail.trimEnd().split('\n').at(-1) ?? '';
  try {
    const end: unknown = JSON.parse(lastLine);
    return isRecord(end) && end['complete'] === true;
  } catch {
    // An incomplete line: the connection was interrupted.
    return false;
  }
}
