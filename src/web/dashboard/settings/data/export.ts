import { adminApi } from '../../../ui/admin-api.ts';
import { saveAs } from '../../../ui/download.tsx';
import { isRecord } from '../../../ui/structural-sharing.ts';
import { apiPath, Problem, sentenceOf } from '../../../ui/request.ts';
import { store, type Store } from '../../../ui/store.ts';

export type ExportState =
  | { is: 'idle' }
  | { is: 'running'; progress: ExportProgress }
  | { is: 'done'; progress: ExportProgress }
  | { is: 'failed'; sentence: string };

/** The state of the export. It continues while other views are open. */
export const exportState: Store<ExportState> = store<ExportState>({ is: 'idle' });

let running: AbortController | undefined;

window.addEventListener('beforeunload', (event) => {
  if (running) event.preventDefault();
});

/** Downloads all conversations, unless an export is running. */
export async function runExport(): Promise<void> {
  if (running) return;
  const controller = (running = new AbortController());
  const set = (state: ExportState) => exportState.update(() => state);
  let progress: ExportProgress = { conversations: 0, of: 0, bytes: 0 };
  set({ is: 'running', progress });
  try {
    const file = await fetchExport((now) => {
      progress = now;
      set({ is: 'running', progress });
    }, controller.signal);
    saveAs('conversations.ndjson', file);
    set({ is: 'done', progress });
  } catch (thrown) {
    set(controller.signal.aborted ? { is: 'idle' } : { is: 'failed', sentence: sentenceOf(thrown) });
  } finally {
    running = undefined;
  }
}

export const cancelExport = (): void => running?.abort();

/** Resets the state after the result was shown. */
export const forgetExport = (): void =>
  exportState.update((now) => (now.is === 'running' ? now : { is: 'idle' }));

/** Chunks are merged into blobs of this size in bytes, which the browser can move out of memory. */
const PIECE_BYTES = 8_000_000;
const LINE_FEED = 10;
const INTERRUPTED = 'The export was interrupted. Nothing was saved. Try again.';

export interface ExportProgress {
  conversations: number;
  /** The number of conversations when the export began; 0 while unknown. */
  of: number;
  bytes: number;
}

/**
 * Downloads all conversations and reports progress. Throws a Problem if the last line does not mark the
 * export as complete.
 */
async function fetchExport(
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const response = await adminApi.open(apiPath('sessions/export.ndjson'), { signal });
  if (!response.body) throw new Problem('export-broke-off', INTERRUPTED);
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
  if (!(await hasEndMarker(whole))) throw new Problem('export-broke-off', INTERRUPTED);
  return whole;
}

async function hasEndMarker(whole: Blob): Promise<boolean> {
  const tail = await whole.slice(-1000).text();
  const lastLine = tail.trimEnd().split('\n').at(-1) ?? '';
  try {
    const end: unknown = JSON.parse(lastLine);
    return isRecord(end) && end['complete'] === true;
  } catch {
    // The line is incomplete, because the connection was interrupted.
    return false;
  }
}
