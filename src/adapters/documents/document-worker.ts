import { parentPort, workerData } from 'node:worker_threads';
import type { FileType } from '../../domain/file-types.ts';
import type { ParsedFile } from '../../ports.ts';
import { UnreadableFile } from './limits.ts';
import { READY, Task, type Reading } from './reading.ts';

/** Part of the directory name that Word uses in the container of an encrypted file. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/** Converts a file to Markdown by its type. Each parser is loaded with the first file of its type. */
async function convert(type: FileType, bytes: Uint8Array, fileName: string): Promise<ParsedFile> {
  switch (type) {
    case 'pdf': {
      const { fromPdf } = await import('./pdf.ts');
      return await fromPdf(bytes, fileName);
    }
    case 'zip': {
      const { fromDocx } = await import('./docx.ts');
      return await fromDocx(bytes, fileName);
    }
    case 'html': {
      const { fromHtml } = await import('./html.ts');
      return fromHtml(bytes, fileName);
    }
    case 'text': {
      const { fromTextFile } = await import('./text.ts');
      return { markdown: fromTextFile(bytes) };
    }
    case 'old-office':
      throw new UnreadableFile(
        Buffer.from(bytes).includes(ENCRYPTED) ? 'file-encrypted' : 'file-type-unsupported',
      );
  }
}

/**
 * The worker thread for one file. It signals that it is ready, receives the bytes in pieces, answers once and
 * ends. Parsers have no access to the network.
 */
const { type, name, bytes, page } = Task.parse(workerData);

globalThis.fetch = () => Promise.reject(new Error('A document has no network.'));

const fileBytes = new Uint8Array(bytes);
let received = 0;

async function readTask(): Promise<Reading> {
  try {
    if (page) {
      const { readWebPage } = await import('./web-page.ts');
      return { page: readWebPage(fileBytes, page) };
    }
    return { read: await convert(type, fileBytes, name) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { refused: error.code };
    // The nesting is too deep for the stack, or a length exceeds that of arrays.
    if (error instanceof RangeError) return { refused: 'file-too-complex' };
    return { refused: 'file-damaged' };
  }
}

parentPort?.on('message', (piece: Uint8Array) => {
  fileBytes.set(piece, received);
  received += piece.length;
  if (received === bytes) void readTask().then((result) => parentPort?.postMessage(result));
});
parentPort?.postMessage(READY);
