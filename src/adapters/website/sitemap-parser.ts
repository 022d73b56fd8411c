import { SaxesParser } from 'saxes';

/** A page in a sitemap. */
export interface SitemapEntry {
  url: string;
  /** The date or time of the latest change (W3C format). */
  changedAt?: string;
  /** The translations of the page, with their addresses. */
  alternates: readonly { language: string; url: string }[];
}

export interface SitemapContent {
  entries: readonly SitemapEntry[];
  /** The sitemaps in a sitemap index. */
  sitemaps: readonly string[];
}

/** Longer texts are ignored, in characters. */
const MAX_TEXT = 4_000;
const DATE = /^\d{4}-\d\d(?:-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?)?$/;

/**
 * Parses a sitemap or a sitemap index while it arrives, up to `limit` pages. Entities that the document
 * declares are not expanded. XML that is not well-formed is read up to the error.
 */
export async function readSitemap(body: AsyncIterable<Uint8Array>, limit: number): Promise<SitemapContent> {
  const entries: SitemapEntry[] = [];
  const sitemaps: string[] = [];
  const parser = new SaxesParser();
  const path: string[] = [];
  let current: { loc: string; lastmod: string; alternates: { language: string; url: string }[] } | undefined;
  let text = '';
  const state = { isBroken: false };

  parser.on('error', () => (state.isBroken = true));
  parser.on('opentag', ({ name, attributes }) => {
    const local = localName(name);
    path.push(local);
    text = '';
    if (local === 'url' || local === 'sitemap') current = { loc: '', lastmod: '', alternates: [] };
    const { rel, hreflang, href } = attributes;
    if (local === 'link' && rel === 'alternate' && hreflang !== undefined && href !== undefined) {
      current?.alternates.push({ language: String(hreflang), url: String(href) });
    }
  });
  const addText = (piece: string) => {
    text += piece.slice(0, MAX_TEXT - text.length);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const closed = path.pop();
    const parent = path.at(-1);
    if (current && (closed === 'loc' || closed === 'lastmod') && (parent === 'url' || parent === 'sitemap')) {
      current[closed] = text.trim();
    }
    if (current && current.loc !== '' && closed === 'sitemap') sitemaps.push(current.loc);
    if (current && current.loc !== '' && closed === 'url') entries.push(entryOf(current));
    if (closed === 'url' || closed === 'sitemap') current = undefined;
  });

  const decoder = new TextDecoder();
  for await (const piece of body) {
    parser.write(decoder.decode(piece, { stream: true }));
    if (state.isBroken || entries.length >= limit) break;
  }
  return { entries: entries.slice(0, limit), sitemaps };
}

function entryOf({
  loc,
  lastmod,
  alternates,
}: {
  loc: string;
  lastmod: string;
  alternates: SitemapEntry['alternates'];
}): SitemapEntry {
  return { url: loc, ...(DATE.test(lastmod) && { changedAt: lastmod }), alternates };
}

function localName(name: string): string {
  return name.replace(/^.*:/, '').toLowerCase();
}
