import { documentReader } from '../../../src/adapters/documents/reader.ts';
import { fileTypeOf } from '../../../src/lib/file-types.ts';
import type { ParsedFile } from '../../../src/ports.ts';
import { realClock } from '../../support/clocks/real-clock.ts';

/** The built thread, as it is shipped. */
export const DOCUMENT_WORKER = new URL('../../../dist/document-worker.js', import.meta.url);
/** More than any good file needs on a busy machine. */
const PATIENT_MS = 60_000;

async function* piecesOf(file: Uint8Array): AsyncIterable<Uint8Array> {
  const length = 512 * 1024;
  for (let at = 0; at < file.length; at += length) {
    yield await Promise.resolve(file.subarray(at, at + length));
  }
}

/** Reads a file as an upload is read: by the type that its content has. */
export async function readFile(
  name: string,
  file: Uint8Array,
  limits: { timeoutMs?: number; memoryBytes?: number } = {},
): Promise<ParsedFile> {
  const reader = documentReader({
    worker: DOCUMENT_WORKER,
    clock: realClock,
    timeoutMs: PATIENT_MS,
    ...limits,
  });
  const type = fileTypeOf(file, name);
  if (type === undefined) throw new Error('The file has no known type.');
  return await reader.read({ type, name, bytes: file.length, pieces: piecesOf(file) });
}
