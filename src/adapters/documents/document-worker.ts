import { parentPort, workerData } from 'node:worker_threads';
import type { FileType } from '../../lib/file-types.ts';
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
const task = Task.parse(workerData);

globalThis.fetch = () => Promise.reject(new Error('A document has no network.'));

const fileBytes = new Uint8Array(task.bytes);
let received = 0;

/** Reads the bytes by the kind of the task. Each parser is loaded with the first file of its kind. */
async function result(given: Uint8Array): Promise<Reading> {
  switch (task.kind) {
    case 'file':
      return { read: await convert(task.type, given, task.name) };
    case 'page': {
      const { readWebPage } = await import('./web-page.ts');
      return { page: readWebPage(given, task) };
    }
    case 'sitemap': {
      const { readSitemapFile } = await import('./sitemap.ts');
      return { sitemap: await readSitemapFile(given, task.limit) };
    }
    case 'robots': {
      const { parseRobotsTxt } = await import('../../websites/rules/robots-rules.ts');
      return { robots: parseRobotsTxt(new TextDecoder().decode(given), task.productToken) };
    }
    case 'api': {
      const { readApiDescription } = await import('./api-description.ts');
      return { api: readApiDescription(new TextDecoder().decode(given), task.address) ?? null };
    }
  }
}

async function readTask(): Promise<Reading> {
  try {
    return await result(fileBytes);
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
  if (received === task.bytes) void readTask().then((answer) => parentPort?.postMessage(answer));
});
parentPort?.postMessage(READY);
