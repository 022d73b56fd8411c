import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readSitemap, readSitemapFile } from '../../src/adapters/documents/sitemap.ts';

async function* inPieces(text: string, length = 50): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += length) {
    yield await Promise.resolve(bytes.subarray(at, at + length));
  }
}

const read = (text: string, limit = 100) => readSitemap(inPieces(text), limit);
const urls = async (text: string, limit?: number) => (await read(text, limit)).entries.map(({ url }) => url);
const entry = (loc: string, more = '') => `<url><loc>${loc}</loc>${more}</url>`;

test('addresses, dates and languages of pages are read with any prefix and white space', async () => {
  const text = `<?xml version="1.0" encoding="UTF-8"?><s:urlset xmlns:s="x" xmlns:xhtml="y"><s:url>
    <s:loc> https://shop.example/a?x=1&amp;y=2 </s:loc><s:lastmod>2026-11-02T10:00:00+01:00</s:lastmod>
    <xhtml:link rel="alternate" hreflang="de" href="https://shop.example/de/a"/></s:url></s:urlset>`;
  expect((await read(text)).entries).toEqual([
    {
      url: 'https://shop.example/a?x=1&y=2',
      changedAt: '2026-11-02T10:00:00+01:00',
      alternates: [{ language: 'de', url: 'https://shop.example/de/a' }],
    },
  ]);
});

test('an index lists sitemaps, and images of a page are not listed as pages', async () => {
  const index = '<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>';
  expect(await read(index)).toEqual({ entries: [], sitemaps: ['https://a.example/1.xml'] });
  const image = '<image:image><image:loc>https://a.example/i.png</image:loc></image:image>';
  expect(await urls(`<urlset xmlns:image="i">${entry('https://a.example/', image)}</urlset>`)).toEqual([
    'https://a.example/',
  ]);
});

test.each(['yesterday', '2026', '20261102'])('the date %j is ignored', async (lastmod) => {
  const { entries } = await read(
    `<urlset>${entry('https://a.example/', `<lastmod>${lastmod}</lastmod>`)}</urlset>`,
  );
  expect(entries[0]).not.toHaveProperty('changedAt');
});

test('reading stops at the limit and at broken XML', async () => {
  const pages = [1, 2, 3, 4].map((page) => entry(`https://a.example/${page}`)).join('');
  expect(await urls(`<urlset>${pages}</urlset>`, 2)).toHaveLength(2);
  expect(await urls(`<urlset>${pages}<oops`)).toHaveLength(4);
  expect(await urls(`<urlset>${pages}</wrong>${entry('https://a.example/5')}`)).toHaveLength(4);
  expect(await urls('<!doctype html><html><body>Not found')).toEqual([]);
});

test('entities of the document are not expanded, and files are not read', async () => {
  const bomb = `<!DOCTYPE urlset [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>`;
  expect(
    await urls(`${bomb}<urlset>${entry('https://a.example/&b;')}${entry('https://a.example/&f;')}</urlset>`),
  ).toEqual([]);
});

test('an address of endless length is cut', async () => {
  const long = `https://a.example/${'x'.repeat(100_000)}`;
  expect((await urls(`<urlset>${entry(long)}</urlset>`))[0]?.length).toBeLessThan(5_000);
});

/** A body without an end: its reader has to stop. */
async function* endless(start: string, piece: (at: number) => string): AsyncIterable<Uint8Array> {
  yield Buffer.from(start);
  for (let at = 0; ; at += 1_000) {
    const some = Array.from({ length: 1_000 }, (_, more) => piece(at + more)).join('');
    yield await Promise.resolve(Buffer.from(some));
  }
}

test('endless open tags stop the reading', async () => {
  expect(
    await readSitemap(
      endless('<urlset>', () => '<a>'),
      100,
    ),
  ).toEqual({ entries: [], sitemaps: [] });
});

test('at most 50 sitemaps of an index are read', async () => {
  const index = endless('<sitemapindex>', (at) => `<sitemap><loc>https://a.example/${at}</loc></sitemap>`);
  expect((await readSitemap(index, 100)).sitemaps).toHaveLength(50);
});

test('at most 200 translations of a page are kept', async () => {
  const links = Array.from(
    { length: 300 },
    (_, at) => `<link rel="alternate" hreflang="x${at}" href="/${at}"/>`,
  );
  const { entries } = await read(`<urlset>${entry('https://a.example/', links.join(''))}</urlset>`);
  expect(entries[0]?.alternates).toHaveLength(200);
});

test('a compressed sitemap is read up to 10 MB of unpacked text', async () => {
  const space = ' '.repeat(4 * 1024 * 1024);
  const bomb = ['<urlset>', entry('https://a.example/1'), space, entry('https://a.example/2'), space, space];
  const packed = gzipSync([...bomb, entry('https://a.example/3'), '</urlset>'].join(''));
  expect(packed.length).toBeLessThan(20_000);
  const { entries } = await readSitemapFile(packed, 100);
  expect(entries.map(({ url }) => url)).toEqual(['https://a.example/1', 'https://a.example/2']);
});

test('a damaged compressed sitemap is read up to the damage', async () => {
  const noise = Array.from({ length: 20_000 }, (_, at) =>
    entry(`https://a.example/${(at * 7_919) % 99_991}`),
  );
  const packed = gzipSync(['<urlset>', entry('https://a.example/first'), ...noise, '</urlset>'].join(''));
  const cut = packed.subarray(0, packed.length / 2);
  const damaged = Buffer.concat([cut, Buffer.alloc(cut.length, 0xff)]);
  for (const file of [cut, damaged]) {
    const { entries } = await readSitemapFile(file, 50_000);
    expect(entries[0]?.url).toBe('https://a.example/first');
    expect(entries.length).toBeGreaterThan(1_000);
  }
  expect(await readSitemapFile(Buffer.from([0x1f, 0x8b, 0, 0]), 100)).toEqual({ entries: [], sitemaps: [] });
});
