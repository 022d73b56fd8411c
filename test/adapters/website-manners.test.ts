import { expect, test } from 'vitest';
import { developersNetwork } from '../../src/adapters/public-network/network.ts';
import { websites } from '../../src/adapters/website/websites.ts';
import type { FindOptions, WebsiteChoices } from '../../src/ports.ts';
import { passingClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { refusal } from '../support/refusal.ts';
import { inProcessPageReader } from '../support/website/page-reader-here.ts';
import { startTestWebsite, type TestWebsiteOptions } from '../support/website/test-website.ts';
import { readOne } from '../support/website/read-one.ts';

const CHOICES: WebsiteChoices = { allowHttp: false, subdomains: false, files: false };
const { signal } = new AbortController();

async function open(options: Partial<TestWebsiteOptions> = {}) {
  const clock = passingClock();
  const site = await startTestWebsite({ clock, ...options });
  const reader = websites({
    clock,
    documents: inProcessPageReader,
    connections: { network: developersNetwork },
    aboutUrl: 'https://chat.example/about-reading',
    isLocal: true,
  });
  async function findAll(more: Partial<FindOptions> = {}) {
    const website = await reader.open(site.origin, CHOICES, signal);
    const pages = [];
    for await (const page of website.find({ limit: 40, signal, ...more })) pages.push(page);
    return pages;
  }
  /** The pauses between two requests, in milliseconds. */
  const pauses = () => site.seen.slice(1).map(({ atMs }, index) => atMs - (site.seen[index]?.atMs ?? 0));
  return { clock, site, reader, findAll, pauses, close: site.close };
}

const quick = freshFixture(() => open({ firstByteMs: 5 }));
const slow = freshFixture(() => open({ firstByteMs: 2_000 }));

test('a website gets at most two requests a second, so that its rate limit is not reached', async () => {
  await quick.findAll();
  expect(quick.site.seen.length).toBeGreaterThan(40);
  expect(Math.min(...quick.pauses())).toBeGreaterThanOrEqual(500);
});

test('forty pages of a fast website take less than a minute', async () => {
  // Its pages that are slow or busy on purpose.
  quick.site.replaced.set('/odd', undefined);
  const startedAt = quick.clock.now();
  const pages = await quick.findAll({ limit: 40 });
  expect(pages.filter(({ reading }) => reading !== undefined).length).toBeGreaterThanOrEqual(40);
  expect(quick.clock.now() - startedAt).toBeLessThan(60_000);
});

test('a slow website gets slower requests: each pause is as long as its response took', async () => {
  await slow.findAll({ limit: 8 });
  expect(slow.pauses().at(-1)).toBeGreaterThanOrEqual(4_000);
});

test('a longer Crawl-delay is respected', async () => {
  quick.site.replaced.set('/robots.txt', { body: 'User-agent: *\nCrawl-delay: 8\nDisallow:' });
  await quick.findAll({ limit: 5 });
  expect(Math.min(...quick.pauses().slice(1))).toBeGreaterThanOrEqual(8_000);
});

test('Retry-After is respected, and the page is read afterwards', async () => {
  const website = await quick.reader.open(quick.site.origin, CHOICES, signal);
  expect(await readOne(website, `${quick.site.origin}/busy`)).toMatchObject({ kind: 'page' });
  const times = quick.site.seen.filter(({ path }) => path === '/busy').map(({ atMs }) => atMs);
  expect(times).toHaveLength(2);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(7_000);
});

test.each(['3600', 'Fri, 20 Nov 2026 20:24:00 GMT'])(
  'a page whose website asks for a long pause is not requested again: %s',
  async (pause) => {
    quick.site.replaced.set('/about', { status: 503, headers: { 'retry-after': pause } });
    const website = await quick.reader.open(quick.site.origin, CHOICES, signal);
    const reading = await readOne(website, `${quick.site.origin}/about`);
    expect(reading).toMatchObject({ kind: 'left-out', reason: 'server-error' });
    expect(reading).toHaveProperty('retryAfterMs');
    expect(quick.site.seen.filter(({ path }) => path === '/about')).toHaveLength(1);
  },
);

test('a response that is not read closes its connection', async () => {
  const [headers, body] = [{ 'retry-after': '7' }, Buffer.alloc(20_000_000)];
  quick.site.replaced.set('/about', { status: 503, headers, body });
  const website = await quick.reader.open(quick.site.origin, CHOICES, signal);
  await readOne(website, `${quick.site.origin}/about`);
  expect(quick.site.seen.filter(({ path }) => path === '/about')).toHaveLength(3);
  await expect.poll(() => quick.site.openConnections()).toBe(0);
});

test('two crawls of one website share its request limit', async () => {
  await Promise.all([quick.findAll({ limit: 5 }), quick.findAll({ limit: 5 })]);
  expect(Math.min(...quick.pauses())).toBeGreaterThanOrEqual(500);
});

test('each request names the reader and the page that explains it', async () => {
  await quick.findAll({ limit: 3 });
  const agents = new Set(quick.site.seen.map(({ userAgent }) => userAgent));
  expect([...agents]).toEqual(['ChatWidgetService/1.0 (+https://chat.example/about-reading)']);
});

test('requests contain no cookies, credentials or referrer', async () => {
  await quick.findAll({ limit: 3 });
  const names = new Set(quick.site.seen.flatMap(({ headers }) => Object.keys(headers)));
  expect([...names].sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
});

test.each([500, 503, 429])('a robots.txt with status %i forbids everything', async (status) => {
  quick.site.replaced.set('/robots.txt', { status, headers: { 'retry-after': '1' } });
  expect(await refusal(quick.findAll())).toBe('website-refused');
  expect(quick.site.seen.every(({ path }) => path === '/robots.txt')).toBe(true);
});

test.each([404, 403, 410])('a robots.txt with status %i forbids nothing', async (status) => {
  quick.site.replaced.set('/robots.txt', { status });
  const pages = await quick.findAll({ limit: 3 });
  expect(pages.some(({ reading }) => reading?.kind === 'page')).toBe(true);
});

test('only the first 500 KB of a robots.txt are read', async () => {
  const rules = Array.from({ length: 60_000 }, (_, index) => `Disallow: /x${index}`).join('\n');
  quick.site.replaced.set('/robots.txt', { body: `User-agent: *\nDisallow: /about\n${rules}\nDisallow: /` });
  const website = await quick.reader.open(quick.site.origin, CHOICES, signal);
  const read = async (path: string) => await readOne(website, `${quick.site.origin}${path}`);
  expect(await read('/about')).toMatchObject({ reason: 'robots' });
  expect(await read('/prices')).toMatchObject({ kind: 'page' });
});

test('redirects of robots.txt are followed', async () => {
  quick.site.replaced.set('/robots.txt', { status: 301, headers: { location: '/real-robots.txt' } });
  quick.site.replaced.set('/real-robots.txt', { body: 'User-agent: *\nDisallow: /about' });
  const website = await quick.reader.open(quick.site.origin, CHOICES, signal);
  expect(await readOne(website, `${quick.site.origin}/about`)).toMatchObject({
    reason: 'robots',
  });
});

test('at most 50 sitemaps of an index of 170 000 are read, and the crawl continues', async () => {
  const { origin, replaced, seen } = quick.site;
  const sitemaps = Array.from(
    { length: 170_000 },
    (_, at) => `<sitemap><loc>${origin}/${at}</loc></sitemap>`,
  );
  replaced.set('/robots.txt', { status: 404 });
  replaced.set('/sitemap.xml', { body: `<sitemapindex>${sitemaps.join('')}</sitemapindex>` });
  expect((await quick.findAll({ limit: 5 })).length).toBeGreaterThanOrEqual(5);
  expect(new Set(seen.map(({ path }) => path).filter((path) => /^\/\d+$/.test(path))).size).toBe(49);
});

test('endless links are stored as a bounded number of addresses', async () => {
  const links = (page: string) =>
    Array.from({ length: 3_000 }, (_, at) => `<a href="/${page}/${at}">${at}</a>`).join(' ');
  quick.site.replaced.set('/robots.txt', { status: 404 });
  quick.site.replaced.set('/sitemap.xml', undefined);
  quick.site.replaced.set('/', { body: `<html><body><main>${links('x')}</main></body></html>` });
  const website = await quick.reader.open(quick.site.origin, CHOICES, signal);
  const found = await Array.fromAsync(website.find({ limit: 2, signal }));
  expect(website.offers().overLimit).toBeGreaterThan(2_900);
  expect(found.length).toBeLessThan(50);
});

test('style sheets of the website are requested once for all pages; external and print style sheets are not requested', async () => {
  const css = { headers: { 'content-type': 'text/css' }, body: '.is-old{display:none}' };
  const link = (href: string, more = '') => `<link rel="stylesheet" href="${href}" ${more}>`;
  const head = `${link('/own.css')}${link('https://cdn.example/other.css')}${link('/print.css', 'media="print"')}${link('/private/no.css')}`;
  const page = (name: string) => ({
    body: `<html>${head}<main><p>${name}</p><p class="is-old">Valid for 12 months.</p></main>`,
  });
  for (const name of ['a', 'b']) quick.site.replaced.set(`/styled/${name}`, page(name));
  for (const name of ['own', 'print', 'private/no']) quick.site.replaced.set(`/${name}.css`, css);
  quick.site.replaced.set('/robots.txt', { body: 'User-agent: *\nDisallow: /private/' });
  const website = await quick.reader.open(quick.site.origin, CHOICES, signal);
  const texts = [];
  for (const name of ['a', 'b']) {
    const reading = await readOne(website, `${quick.site.origin}/styled/${name}`);
    texts.push(reading?.kind === 'page' ? reading.markdown : reading?.kind);
  }
  expect(texts).toEqual(['a', 'b']);
  expect(quick.site.seen.map(({ path }) => path).filter((path) => path.endsWith('.css'))).toEqual([
    '/own.css',
  ]);
});

test('a page is read even if its style sheet cannot be loaded', async () => {
  quick.site.replaced.set('/styled', {
    body: '<html><link rel=stylesheet href=/gone.css><p>Open daily.</p>',
  });
  const website = await quick.reader.open(quick.site.origin, CHOICES, signal);
  expect(await readOne(website, `${quick.site.origin}/styled`)).toMatchObject({
    kind: 'page',
    markdown: 'Open daily.',
  });
});
