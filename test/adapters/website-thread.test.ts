import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { documentReader } from '../../src/adapters/documents/reader.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';

/** The thread's source, which Node runs as it is. */
const worker = new URL('../../src/adapters/documents/document-worker.ts', import.meta.url);
const url = 'https://shop.example/delivery';

const reader = () => documentReader({ worker, clock: manualClock() });

test('a page of a website is parsed in the bounded thread', async () => {
  const bytes = Buffer.from(
    '<title>Delivery</title><main><h2 id="costs">Costs</h2><p>29 EUR, <a href="back">back</a></p></main>',
  );
  expect(await reader().readPage({ url, bytes })).toMatchObject({
    outcome: 'text',
    title: 'Delivery',
    markdown: '## Costs {#costs}\n\n29 EUR, [back](https://shop.example/back)',
    links: ['https://shop.example/back'],
  });
});

test('a sitemap is parsed in the thread, even one of 10 KB that unpacks to millions of tags', async () => {
  const page = '<urlset><url><loc>https://shop.example/a</loc></url>';
  const bytes = gzipSync(`${page}${'<a>'.repeat(3_400_000)}`);
  expect(bytes.length).toBeLessThan(15_000);
  expect(await reader().readSitemap(bytes, 10)).toEqual({
    entries: [{ url: 'https://shop.example/a', alternates: [] }],
    sitemaps: [],
  });
});

test('a robots.txt is parsed in the thread, even one with an endless line', async () => {
  const bytes = Buffer.from(`User-agent: a\nDisallow: /a\n${'#'.repeat(400_000)}\u2028`);
  expect(await reader().readRobotsTxt(bytes, 'A')).toEqual({
    rules: [{ isAllow: false, pattern: '/a' }],
    sitemaps: [],
  });
});

test('the thread has none of the settings of the service', async () => {
  const code = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', () => parentPort.postMessage({ read: { markdown: Object.keys(process.env).join() } }));
    parentPort.postMessage('ready');`;
  const shows = documentReader({
    worker: new URL(`data:text/javascript,${encodeURIComponent(code)}`),
    clock: manualClock(),
  });
  const pieces = Readable.from([Buffer.from('x')]);
  const read = await shows.read({ type: 'text', name: 'a.txt', bytes: 1, pieces });
  expect(read).toEqual({ markdown: '' });
});

test('an API description in JSON or YAML is parsed in the thread, and other text is refused', async () => {
  const api = { openapi: '3.1.0', info: { title: 'Orders' }, paths: { '/a': { get: {} } } };
  const address = 'https://api.example/openapi.json';
  expect(await reader().readApi(JSON.stringify(api), address)).toMatchObject({
    title: 'Orders',
    operations: [{ method: 'GET', path: '/a', action: { url: 'https://api.example/a' } }],
  });
  expect(await reader().readApi('openapi: 3.0.0\npaths: {}', undefined)).toMatchObject({ operations: [] });
  expect(await reader().readApi('[1]', undefined)).toBeUndefined();
});
