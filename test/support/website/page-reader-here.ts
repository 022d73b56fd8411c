import { fromDocx } from '../../../src/adapters/documents/docx.ts';
import { UnreadableFile } from '../../../src/adapters/documents/limits.ts';
import { fromPdf } from '../../../src/adapters/documents/pdf.ts';
import { readApiDescription } from '../../../src/adapters/documents/api-description.ts';
import { readSitemapFile } from '../../../src/adapters/documents/sitemap.ts';
import { readWebPage } from '../../../src/adapters/documents/web-page.ts';
import { AppError } from '../../../src/core/errors.ts';
import { parseRobotsTxt } from '../../../src/websites/rules/robots-rules.ts';
import type { DocumentReader } from '../../../src/ports.ts';

/** The document reader without a thread: the same parsers, but no thread start for each page. */
export const inProcessPageReader: DocumentReader = {
  readPage: ({ bytes, ...page }) => mapRefusals(() => readWebPage(bytes, page)),
  readSitemap: (bytes, limit) => mapRefusals(() => readSitemapFile(bytes, limit)),
  readRobotsTxt: (bytes, token) => mapRefusals(() => parseRobotsTxt(new TextDecoder().decode(bytes), token)),
  readApi: (text, address) => mapRefusals(() => readApiDescription(text, address)),
  read: ({ type, name, pieces }) =>
    mapRefusals(async () => {
      const bytes = new Uint8Array(Buffer.concat(await Array.fromAsync(pieces)));
      return type === 'pdf' ? await fromPdf(bytes, name) : await fromDocx(bytes, name);
    }),
};

async function mapRefusals<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof UnreadableFile ? new AppError(error.code) : error;
  }
}
