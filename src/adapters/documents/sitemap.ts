import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { MAX_SITEMAPS } from '../../websites/rules/robots-rules.ts';
import type { SitemapContent, SitemapEntry } from '../../ports.ts';

/** The largest file, in bytes after decompression; the rest is ignored. */
const MAX_BYTES = 10 * 1024 * 1024;
/** The most open tags. A sitemap has five; each open tag takes memory. */
const MAX_DEPTH = 10;
/** The most translations of one page. */
const MAX_ALTERNATES = 200;
/** The parser gets pieces of this size, so that it stops soon after a limit is reached. */
const PIECE_BYTES = 16 * 1024;
const GZIP = [0x1f, 0x8b] as const;

/** Longer texts are ignored, in characters. */
const MAX_TEXT = 4_000;
const DATE = /^\d{4}-\d\d(?:-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?)?$/;

/** Reads a sitemap file, which can be compressed (`sitemap.xml.gz`); its first bytes decide. */
export function readSitemapFile(bytes: Uint8Array, limit: number): Promise<SitemapContent> {
  const isZipped = GZIP.every((byte, index) => bytes[index] === byte);
  return readSitemap(isZipped ? gunzip(bytes) : piecesOf(bytes), limit);
}

/**
 * Parses a sitemap or a sitemap index piece by piece, up to `limit` pages or MAX_SITEMAPS sitemaps. Entities
 * that the document declares are not expanded. XML that is not well-formed is read up to the error.
 */
export async function readSitemap(body: AsyncIterable<Uint8Array>, limit: number): Promise<SitemapContent> {
  const entries: SitemapEntry[] = [];
  const sitemaps: string[] = [];
  const parser = new SaxesParser();
  const path: string[] = [];
  let current: { loc: string; lastmod: string; alternates: { language: string; url: string }[] } | undefined;
  let text = '';
  const state = { isOver: false };

  parser.on('error', () => (state.isOver = true));
  parser.on('opentag', ({ name, attributes }) => {
    const local = localName(name);
    path.push(local);
    if (path.length > MAX_DEPTH) state.isOver = true;
    text = '';
    if (local === 'url' || local === 'sitemap') current = { loc: '', lastmod: '', alternates: [] };
    const { rel, hreflang = '', href = '' } = attributes;
    const isShort = href.length <= MAX_TEXT && hreflang.length <= MAX_TEXT;
    if (local === 'link' && rel === 'alternate' && hreflang !== '' && href !== '' && isShort) {
      if (current && current.alternates.length < MAX_ALTERNATES) {
        current.alternates.push({ language: hreflang, url: href });
      }
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
    if (sitemaps.length >= MAX_SITEMAPS) state.isOver = true;
    if (current && current.loc !== '' && closed === 'url') entries.push(entryOf(current));
    if (closed === 'url' || closed === 'sitemap') current = undefined;
  });

  const decoder = new TextDecoder();
  for await (const piece of body) {
    parser.write(decoder.decode(piece, { stream: true }));
    if (state.isOver || entries.length >= limit) break;
  }
  return { entries: entries.slice(0, limit), sitemaps: sitemaps.slice(0, MAX_SITEMAPS) };
}

async function* piecesOf(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield await Promise.resolve(bytes.subarray(at, at + PIECE_BYTES));
  }
}

/** The output of a compressed file up to MAX_BYTES, against decompression bombs, or up to its damage. */
async function* gunzip(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  const unpacked: AsyncIterable<Uint8Array> = pipeline(
    Readable.from([bytes]),
    createGunzip({ chunkSize: PIECE_BYTES }),
    () => undefined,
  );
  let total = 0;
  try {
    for await (const piece of unpacked) {
      total += piece.length;
      if (total > MAX_BYTES) return;
      yield piece;
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
}

/** Whether zlib found that its input is damaged or cut (`Z_DATA_ERROR`, `Z_BUF_ERROR`). */
const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^Z_(?:DATA|BUF)_ERROR$/.test(String(error.code));

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
