import { adminApi } from '../ui/admin-api.ts';
import { isRecord } from '../ui/record.ts';
import { apiPath, Problem } from '../ui/request.ts';

/** Chunks are merged into blobs of this size, so that the browser can move them out of memory. */
const PIECE_BYTES = 8_000_000;
const LINE_FEED = 10;
const BROKE_OFF = 'The export was interrupted. Nothing was saved. Try again.';

export interface ExportProgress {
  conversations: number;
  /** The number of conversations when the export began; 0 while unknown. */
  of: number;
  bytes: number;
}

/**
 * Downloads all conversations, one JSON transcript per line, and reports progress. An incomplete export,
 * whose last line does not confirm the end, is a Problem.
 */
export async function fetchExport(
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
