import { documentNameOf } from '../../../domain/document-names.ts';
import { blockLength } from '../../../domain/uploads.ts';
import type { DocumentReply } from '../../../wire/assistants.ts';
import type { UploadReply } from '../../../wire/uploads.ts';
import type { ApiClient } from '../../ui/request.ts';
import { apiPath, Problem } from '../../ui/request.ts';

/** A file that was read: what the assistant would see, and what to send to save exactly that. */
export interface ReadFile {
  document: DocumentReply['document'];
  content: { uploadId: string } | { markdown: string };
}

/** What happens meanwhile. */
export interface UploadSteps {
  /** The service knows the file by this id. */
  onBegun(uploadId: string): void;
  /** So many bytes have arrived, in whole blocks. */
  onSent(bytes: number): void;
  onReading(): void;
  /** Resolves when the next try may begin, and rejects when the upload is canceled. */
  onInterrupted(problem: Problem): Promise<void>;
}

interface UploadOptions extends UploadSteps {
  api: Pick<ApiClient, 'get' | 'send'>;
  signal: AbortSignal;
}

/** A block on a slow line; reading a file, with those before it. */
const BLOCK_TIMEOUT_MS = 120_000;
const READ_TIMEOUT_MS = 120_000;
const MAX_NAME = 255;
/** What is small and text can be saved without a file storage. */
const TEXT_NAME = /\.(?:md|markdown|txt)$/i;
const MAX_TEXT_BYTES = 50_000;

/** Failures that say nothing of the file: the upload continues at the first block that is missing. */
const INTERRUPTIONS: ReadonlySet<string> = new Set([
  'unreachable',
  'unreadable',
  'rate-limited',
  'upload-incomplete',
  'files-unavailable',
  'store-unavailable',
]);

const EMPTY = new Problem('file-empty', 'This file is empty.');
const UNREADABLE_FILE =
  'The browser cannot read this file. It may have been changed or moved, or be a folder. Choose it again.';

/** Sends a file in blocks and has it read. Rejects with a Problem, or the reason of the signal. */
export async function uploadFile(file: File, options: UploadOptions): Promise<ReadFile> {
  if (file.size === 0) throw EMPTY;
  await bytesOf(file, 0, 1);
  let uploadId: string | undefined;
  for (;;) {
    try {
      const upload: UploadReply['upload'] = await begunOrFound(file, uploadId, options);
      uploadId = upload.id;
      return await sent(file, upload, options);
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      if (thrown.code === 'uploads-not-configured') return await asText(file, thrown);
      if (!INTERRUPTIONS.has(thrown.code)) throw thrown;
      await options.onInterrupted(thrown);
    }
  }
}

async function begunOrFound(
  file: File,
  uploadId: string | undefined,
  { api, signal, onBegun }: UploadOptions,
): Promise<UploadReply['upload']> {
  if (uploadId !== undefined) {
    return (await api.get<UploadReply>(apiPath(`uploads/${uploadId}`), { signal })).upload;
  }
  const fileName = file.name.toWellFormed().slice(-MAX_NAME);
  const body = { purpose: 'knowledge', fileName, bytes: file.size };
  const { upload } = await api.send<UploadReply>('POST', apiPath('uploads'), body, { signal });
  onBegun(upload.id);
  return upload;
}

/** Sends the blocks that are missing, joins them, and has the file read. */
async function sent(
  file: File,
  { id, missing, blockBytes, complete }: UploadReply['upload'],
  { api, signal, onSent, onReading }: UploadOptions,
): Promise<ReadFile> {
  const path = apiPath(`uploads/${id}`);
  let arrived = file.size - missing.reduce((sum, index) => sum + blockLength(file.size, index), 0);
  onSent(arrived);
  for (const index of missing) {
    const block = await bytesOf(file, index * blockBytes, (index + 1) * blockBytes);
    const options = { block, signal, timeoutMs: BLOCK_TIMEOUT_MS };
    await api.send('PUT', `${path}/blocks/${index}`, undefined, options);
    arrived += block.byteLength;
    onSent(arrived);
  }
  onReading();
  if (!complete) await api.send('POST', `${path}/complete`, {}, { signal, timeoutMs: BLOCK_TIMEOUT_MS });
  const options = { signal, timeoutMs: READ_TIMEOUT_MS };
  const { document } = await api.send<DocumentReply>('POST', `${path}/preview`, {}, options);
  return { document, content: { uploadId: id } };
}

/** Fails where the file was changed or moved since it was chosen. */
async function bytesOf(file: File, from: number, to: number): Promise<ArrayBuffer> {
  try {
    return await file.slice(from, to).arrayBuffer();
  } catch (cause) {
    throw new Problem('file-unreadable', UNREADABLE_FILE, {}, { cause });
  }
}

/** Without a file storage a short text is sent with its document. */
async function asText(file: File, refusal: Problem): Promise<ReadFile> {
  if (!TEXT_NAME.test(file.name) || file.size > MAX_TEXT_BYTES) throw refusal;
  const markdown = new TextDecoder().decode(await bytesOf(file, 0, file.size));
  return { document: { name: documentNameOf(file.name), markdown, sections: [] }, content: { markdown } };
}
