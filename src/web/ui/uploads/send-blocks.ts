import { blockLength } from '../../../domain/uploads.ts';
import { Problem, type ApiClient } from '../request.ts';
import { BLOCK_TIMEOUT_MS } from './block-timeout.ts';

/** The callbacks during an upload. */
export interface UploadSteps {
  /** The service knows the file by this id. */
  onBegun(id: string): void;
  /** So many bytes of `total` have arrived, in whole blocks; an image is sent smaller than it was chosen. */
  onSent(bytes: number, total: number): void;
  onReading(): void;
  /** Resolves when the next try may begin, and rejects when the upload is canceled. */
  onInterrupted(problem: Problem): Promise<void>;
}

export interface UploadOptions extends UploadSteps {
  api: Pick<ApiClient, 'get' | 'send'>;
  signal: AbortSignal;
}

/** A file that is being sent, as far as this page knows. */
export interface BlockUpload {
  id: string;
  blockBytes: number;
  /** The blocks that are still to be sent. */
  missing: readonly number[];
  /** Its blocks are joined. */
  complete: boolean;
}

/** The calls of one kind of upload. */
export interface BlockRoute<T> {
  begin(): Promise<BlockUpload>;
  /** The path of an upload; its blocks are below it. */
  path(id: string): string;
  /** How far an upload has come, after an interruption. */
  resume(upload: BlockUpload, interruption: Problem): Promise<BlockUpload>;
  /** Once all blocks have arrived. */
  finish(upload: BlockUpload): Promise<T>;
}

const MAX_NAME = 255;

/** Failures that say nothing of the file: the upload continues at the first block that is missing. */
const INTERRUPTIONS: ReadonlySet<string> = new Set([
  'unreachable',
  'unreadable',
  'rate-limited',
  'upload-incomplete',
  'files-unavailable',
  'store-unavailable',
]);

/** Thrown for a file without content. */
export const EMPTY = new Problem('file-empty', 'This file is empty.');
const UNREADABLE_FILE =
  'The browser cannot read this file. It may have been changed or moved, or be a folder. Choose it again.';

/** The name under which a file is sent. */
export const sentName = (name: string): string => name.toWellFormed().slice(-MAX_NAME);

/**
 * Sends content in blocks, and continues after a lost connection. Rejects with a Problem, or the reason of
 * the signal.
 */
export async function sendInBlocks<T>(
  content: Blob,
  route: BlockRoute<T>,
  options: UploadOptions,
): Promise<T> {
  if (content.size === 0) throw EMPTY;
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

/** Fails where the file was changed or moved since it was chosen. */
export async function bytesOf(content: Blob, from: number, to: number): Promise<ArrayBuffer> {
  try {
    return await content.slice(from, to).arrayBuffer();
  } catch (cause) {
    throw new Problem('file-unreadable', UNREADABLE_FILE, {}, { cause });
  }
}
