import type { FileType } from '../../domain/file-types.ts';
import type { ReadFile } from '../../ports.ts';
import { Refused } from './limits.ts';

/** The directory of the container that Word puts a file with a password into has this name in it. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/** The Markdown of a file, by its type; each parser is loaded for the first file of its type. */
export async function converted(type: FileType, bytes: Uint8Array, fileName: string): Promise<ReadFile> {
  switch (type) {
    case 'pdf': {
      const { fromPdf } = await import('./pdf.ts');
      return await fromPdf(bytes, fileName);
    }
    case 'zip': {
      const { fromDocx } = await import('./docx.ts');
      return { markdown: await fromDocx(bytes, fileName) };
    }
    case 'html': {
      const { fromHtml } = await import('./html.ts');
      return { markdown: fromHtml(bytes, fileName) };
    }
    case 'text': {
      const { fromText } = await import('./text.ts');
      return { markdown: fromText(bytes) };
    }
    case 'old-office':
      throw new Refused(Buffer.from(bytes).includes(ENCRYPTED) ? 'file-encrypted' : 'file-type-unsupported');
  }
}
