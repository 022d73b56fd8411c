import { blockLength } from '../../../platform/rules/uploads.ts';
import { Problem, type ApiClient } from '../request.ts';
import { BLOCK_TIMEOUT_MS } from './block-timeout.ts';

/** Callbacks during an upload. */
interface UploadSteps {
  /** Called with the id that the service has assigned. */
  onBegun(id: string): void;
  /**
   * Called with the bytes that have arrived, in whole blocks. `total` can be smaller than the selected file,
   * because images are reduced.
   */
  onSent(bytes: number, total: number): void;
  onReading(): void;
  /** Resolves before the next attempt, and rejects if the upload is canceled. */
  onInterrupted(problem: Problem): Promise<void>;
}

export interface UploadOptions extends UploadSteps {
  api: Pick<ApiClient, 'get' | 'send'>;
  signal: AbortSignal;
}

/** The state of an upload. */
export interface BlockUpload {
  id: string;
  blockBytes: number;
  /** The indexes of blocks that are not sent yet. */
  missing: readonly number[];
  /** Whether the service has joined the blocks. */
  complete: boolean;
}

/** The API calls of one kind of upload. */
interface BlockRoute<T> {
  begin(): Promise<BlockUpload>;
  /** The path of an upload. Its blocks are below it. */
  path(id: string): string;
  /** Asks for the state of an upload after an interruption. */
  resume(upload: BlockUpload, interruption: Problem): Promise<BlockUpload>;
  /** Called after all blocks have arrived. */
  finish(upload: BlockUpload): Promise<T>;
}

const MAX_NAME = 255;

/** Failures that do not concern the file. The upload continues with the first missing block. */
const INTERRUPTIONS: ReadonlySet<string> = new Set([
  'unreachable',
  'unreadable',
  'rate-limited',
  'upload-incomplete',
  'files-unavailable',
  'store-unavailable',
]);

export const EMPTY_FILE = new Problem('file-empty', 'This file is empty.');
const UNREADABLE_FILE =
  'The browser cannot read this file. It may have been changed or moved, or be a folder. Choose it again.';

/** The name under which a file is sent: well-formed, at most 255 code units. */
export const uploadName = (name: string): string => name.toWellFormed().slice(-MAX_NAME);

/**
 * Sends content in blocks, and resumes after a lost connection. Rejects with a Problem, or with the signal's
 * reason.
 */
export async function sendInBlocks<T>(
  content: Blob,
  route: BlockRoute<T>,
  options: UploadOptions,
): Promise<T> {
  if (content.size === 0) throw EMPTY_FILE;
  await bytesOf(content, 0, 1);
  const { api, signal, onBegun, onSent, onReading, onInterrupted } = options;
  let upload: BlockUpload | undefined;
  let interruption: Problem | undefined;
  for (;;) {
    try {
      if (!upload) {
        upload = await route.begin();
        onBegun(upload.id);
      } else if (interruption) upload = await route.resume(upload, interruption);
      onSent(arrivedOf(content, upload), content.size);
      for (const index of upload.missing) {
        const { id, blockBytes } = upload;
        const block = await bytesOf(content, index * blockBytes, (index + 1) * blockBytes);
        const request = { block, signal, timeoutMs: BLOCK_TIMEOUT_MS };
        await api.send('PUT', `${route.path(id)}/blocks/${index}`, undefined, request);
        upload = { ...upload, missing: upload.missing.filter((one) => one !== index) };
        onSent(arrivedOf(content, upload), content.size);
      }
      onReading();
      return await route.finish(upload);
    } catch (thrown) {
      if (!(thrown instanceof Problem) || !INTERRUPTIONS.has(thrown.code)) throw thrown;
      interruption = thrown;
      await onInterrupted(thrown);
    }
  }
}

const arrivedOf = ({ size }: Blob, { missing }: BlockUpload): number =>
  size - missing.reduce((sum, index) => sum + blockLength(size, index), 0);

/** Reads a part of a file. Rejects if the file was changed or moved after it was selected. */
export async function bytesOf(content: Blob, from: number, to: number): Promise<ArrayBuffer> {
  try {
    return await content.slice(from, to).arrayBuffer();
  } catch (cause) {
    throw new Problem('file-unreadable', UNREADABLE_FILE, {}, { cause });
  }
}
