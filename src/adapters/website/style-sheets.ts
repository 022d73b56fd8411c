import { placeOf, type Site } from '../../websites/rules/site.ts';
import { styleSheetLinks } from '../../websites/rules/style-sheet-links.ts';
import type { FetchedPage } from './page-fetch.ts';
import { readAll } from './request.ts';
import type { SiteAccess } from './site-access.ts';
import type { SiteClient } from './site-client.ts';

/** The most style sheets of a page, and of all pages in a reading. */
const MAX_OF_PAGE = 4;
const MAX_OF_SITE = 20;
/** A larger style sheet is not read, in bytes. */
const MAX_BYTES = 256 * 1024;
/** Style sheets are linked in the first part of a page, in bytes. */
const HEAD_BYTES = 64 * 1024;

export type StyleSheets = (page: FetchedPage, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * Requests the style sheets of pages on the site's own hosts, each once in a reading. One that cannot be read
 * is empty: text that it hides is then read.
 */
export function styleSheets({
  site,
  access,
  client,
}: {
  site: Site;
  access: Pick<SiteAccess, 'refusalOf'>;
  client: Pick<SiteClient, 'get'>;
}): StyleSheets {
  const sheets = new Map<string, string>();

  async function request(url: string, signal: AbortSignal): Promise<string> {
    if ((await access.refusalOf(url, signal)) !== undefined) return '';
    try {
      return await client.get(
        url,
        { headers: { accept: 'text/css' }, signal },
        async ({ status, headers, body }) =>
          status === 200 && /css/.test(headers['content-type'] ?? '')
            ? Buffer.from(await readAll(body(MAX_BYTES))).toString()
            : '',
      );
    } catch {
      signal.throwIfAborted();
      return '';
    }
  }

  return async ({ url, bytes }, signal) => {
    const links = styleSheetLinks(Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1'));
    const own = links.flatMap((href) => {
      const place = placeOf(href, site, url);
      return place.kind === 'same-site' ? [place.url] : [];
    });
    const texts: string[] = [];
    for (const address of own.slice(0, MAX_OF_PAGE)) {
      if (!sheets.has(address) && sheets.size < MAX_OF_SITE) {
        sheets.set(address, await request(address, signal));
      }
      texts.push(sheets.get(address) ?? '');
    }
    return texts.filter((text) => text !== '');
  };
}
