import { parentPort, workerData } from 'node:worker_threads';
import type { FileType } from '../../domain/file-types.ts';
import type { ParsedFile } from '../../ports.ts';
import { Refused } from './limits.ts';
import { READY, Task, type Reading } from './reading.ts';

/** The directory of the container that Word puts a file with a password into has this name in it. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/** The Markdown of a file, by its type; each parser is loaded for the first file of its type. */
async function converted(type: FileType, bytes: Uint8Array, fileName: string): Promise<ParsedFile> {
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
      const { fromText } = await import('./text.ts');
      return { markdown: fromText(bytes) };
    }
    case 'old-office':
      throw new Refused(Buffer.from(bytes).includes(ENCRYPTED) ? 'file-encrypted' : 'file-type-unsupported');
  }
}

/**
 * The thread that reads one file: it says when it is ready, is given the bytes in pieces, answers once, and
 * is ended then. A parser that asks for the network finds none.
 */
const { type, name, bytes, page } = Task.parse(workerData);

globalThis.fetch = () => Promise.reject(new Error('A document has no network.'));

const whole = new Uint8Array(bytes);
let received = 0;

async function reading(): Promise<Reading> {
  try {
    if (page) {
      const { readWebPage } = await import('./web-page.ts');
      return { page: readWebPage(whole, page) };
    }
    return { read: await converted(type, whole, name) };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.code };
    // Nesting that is too deep for the stack, or a length that no array has.
    if (error instanceof RangeError) return { refused: 'file-too-complex' };
    return { refused: 'file-damaged' };
  }
}

parentPort?.on('message', (piece: Uint8Array) => {
  whole.set(piece, received);
  received += piece.length;
  if (received === bytes) void reading().then((result) => parentPort?.postMessage(result));
});
parentPort?.postMessage(READY);
