import { expect, onTestFinished, test } from 'vitest';
import { passingClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';
import { localWebsites, pageWith, sitemapOf, startSmallSite } from '../support/website/small-site.ts';
import { publishedTexts, websiteInstances } from '../support/parts/website-shop.ts';

const store = freshFixture(() => openSqlite());
const DAY_MS = 24 * 3_600_000;

const PRODUCTS = Array.from({ length: 20 }, (_, number) => `bicycle-${number}`);
const COLORS = ['red', 'blue', 'green'];
const NAVIGATION = ['/en/', '/en/about', '/en/prices', '/en/shop', '/en/events', '/de/', '/en/returns'];

/** The day of the price change, of the relaunch, and the days on which the domain leads elsewhere. */
const CHANGE = 10;
const RELAUNCH = 15;
const PARKED = [22, 23];

/** A shop in two languages with filters, a calendar, a sitemap, a relaunch and a redirect, by day. */
function shopPage(path: string, day: number): string | undefined {
  const { pathname, searchParams } = new URL(path, 'http://site.invalid');
  const products = day < RELAUNCH ? '/en/p' : '/en/products';
  const english = (title: string, links: readonly string[] = []) =>
    pageWith(title, [...NAVIGATION, ...links]);
  if (pathname === '/en/') return english('Bicycles');
  if (['/en/about', '/en/returns'].includes(pathname)) return english(`Page ${pathname}`);
  if (pathname === '/en/prices') return english(`Prices: a bell costs ${day < CHANGE ? 17 : 19}`);
  if (pathname === '/en/shop') {
    const size = Number(searchParams.get('size') ?? 0);
    const filters = COLORS.map((color) => `/en/shop?color=${color}&size=${size + 1}`);
    const query = [...searchParams].flat().join(' ');
    return english(`Shop ${query}`, [...filters, ...PRODUCTS.map((name) => `${products}/${name}`)]);
  }
  if (pathname === '/en/events') {
    const shown = Number(searchParams.get('day') ?? 0);
    const next = Array.from({ length: 20 }, (_, at) => `/en/events?day=${shown + at + 1}`);
    return english(`Events of day ${shown}`, next);
  }
  if (pathname === '/de/') return pageWith('Fahrräder', ['/de/preise', '/en/']).replace('"en"', '"de"');
  if (pathname === '/de/preise') return pageWith('Preise', ['/de/']).replace('"en"', '"de"');
  const name = pathname.slice(products.length + 1);
  const isProduct = pathname.startsWith(`${products}/`) && PRODUCTS.includes(name);
  return isProduct ? english(`The ${name}`) : undefined;
}

test('thirty daily readings show only real changes and send few requests', async () => {
  const clock = passingClock();
  const startMs = clock.now();
  const today = () => Math.floor((clock.now() - startMs) / DAY_MS);
  const site = await startSmallSite((path, headers) => {
    const day = today();
    if (path === '/robots.txt') return undefined;
    if (PARKED.includes(day)) return { status: 302, headers: { location: 'http://localhost:9/parked' } };
    if (path === '/') return { status: 302, headers: { location: '/en/' } };
    const products = day < RELAUNCH ? '/en/p' : '/en/products';
    if (path === '/sitemap.xml') {
      const changed = day < RELAUNCH ? '2026-10-01' : '2026-12-05';
      return sitemapOf(
        `http://${headers.host ?? ''}`,
        PRODUCTS.map((name) => [`${products}/${name}`, changed]),
      );
    }
    if (day >= RELAUNCH && path.startsWith('/en/p/')) {
      return { status: 301, headers: { location: path.replace('/en/p/', '/en/products/') } };
    }
    const body = shopPage(path, day);
    // Half of the pages have validators.
    const etag = body !== undefined && body.length % 2 === 0 ? `"${body.length}"` : undefined;
    return body === undefined ? undefined : { body, ...(etag !== undefined && { headers: { etag } }) };
  }, clock);
  onTestFinished(site.close);
  const { instance, publications } = websiteInstances(store.ledger, localWebsites(clock), clock);
  const one = instance();
  const { source } = await one.websiteSources.create({
    assistantId: 'default',
    address: site.origin,
    choices: { allowHttp: true },
    start: true,
  });
  await one.settled();
  const first = await one.websiteSources.read(source.id);
  expect(first).toMatchObject({ phase: 'read', startUrl: `${site.origin}/en/` });
  const requests = [site.requests.length];
  const changes = new Map<number, string>();
  const published = new Map<number, number>();
  for (let day = 1; day <= 30; day++) {
    site.requests.length = 0;
    const before = publications.count;
    clock.advance(DAY_MS);
    await one.websiteReading.runDue();
    const read = await one.websiteSources.read(source.id);
    requests.push(site.requests.length);
    if (publications.count !== before) published.set(day, read.published?.documents ?? 0);
    if (PARKED.includes(day)) {
      expect(read).toMatchObject({ phase: 'failed', problem: 'redirected-away' });
      expect(read.published).toEqual((await one.websiteSources.read(source.id)).published);
      continue;
    }
    const { changed, new: added, gone } = read.changes ?? expect.unreachable();
    expect([day, read.phase, read.problem, read.offers.languages]).toEqual([
      day,
      'read',
      undefined,
      ['de', 'en'],
    ]);
    if (changed + added + gone > 0) changes.set(day, `${changed} changed, ${added} new, ${gone} gone`);
  }
  expect([...changes]).toEqual([
    [CHANGE, '1 changed, 0 new, 0 gone'],
    // The pages that list the products have new links.
    [RELAUNCH, '5 changed, 20 new, 20 gone'],
  ]);
  expect([...published.keys()]).toEqual([CHANGE, RELAUNCH]);
  const { published: last } = await one.websiteSources.read(source.id);
  expect(last?.documents).toBe(first.published?.documents);
  const pages = first.pages.read;
  expect(Math.max(...requests)).toBeLessThanOrEqual(2 * pages);
  expect(requests.slice(1, 7), 'requests per refresh').toEqual(Array.from({ length: 6 }, () => 27));
  // On most days the dates of the sitemap save the requests for the products.
  const usual = requests.filter((count) => count <= pages - PRODUCTS.length + 10);
  expect(usual.length).toBeGreaterThan(20);
}, 300_000);

test('a sitemap with wrong dates is trusted for a week at most, and then no longer', async () => {
  const clock = passingClock();
  const startMs = clock.now();
  const site = await startSmallSite((path, headers) => {
    if (path === '/robots.txt') return undefined;
    if (path === '/sitemap.xml') {
      return sitemapOf(`http://${headers.host ?? ''}`, [
        ['/a', '2026-01-01'],
        ['/b', '2026-01-01'],
      ]);
    }
    const day = Math.floor((clock.now() - startMs) / DAY_MS);
    return path === '/' ? pageWith('Start', ['/a', '/b']) : pageWith(`Price of ${path} on day ${day}`);
  }, clock);
  onTestFinished(site.close);
  const one = websiteInstances(store.ledger, localWebsites(clock), clock).instance();
  await one.websiteSources.create({
    assistantId: 'default',
    address: site.origin,
    choices: { allowHttp: true },
    start: true,
  });
  await one.settled();
  const asked: number[] = [];
  for (let day = 1; day <= 12; day++) {
    site.requests.length = 0;
    clock.advance(DAY_MS);
    await one.websiteReading.runDue();
    if (site.requests.includes('/a')) asked.push(day);
  }
  expect(asked).toEqual([7, 8, 9, 10, 11, 12]);
}, 60_000);

test('a page that is gone is removed after three days, even if the sitemap lists it as unchanged', async () => {
  const clock = passingClock();
  const startMs = clock.now();
  const site = await startSmallSite((path, headers) => {
    if (path === '/robots.txt') return undefined;
    if (path === '/sitemap.xml') {
      return sitemapOf(`http://${headers.host ?? ''}`, [['/a', '2026-01-01']]);
    }
    const isGone = clock.now() - startMs > DAY_MS / 2;
    return path === '/a' && isGone ? undefined : pageWith(`Page ${path}`, ['/a']);
  }, clock);
  onTestFinished(site.close);
  const { days } = await readDaily(site.origin, clock);
  // Its date is believed for a week after the last request.
  expect(await days(8)).toMatchObject({ changes: { gone: 0 }, published: { documents: 2 } });
  expect(await days(3)).toMatchObject({ published: { documents: 1 } });
});

test('a start page that moves to another form of its address is not published twice', async () => {
  const clock = passingClock();
  const startMs = clock.now();
  const site = await startSmallSite((path) => {
    if (path === '/robots.txt' || path === '/sitemap.xml') return undefined;
    const day = Math.floor((clock.now() - startMs) / DAY_MS);
    if (day > 0 && path === '/') return { status: 302, headers: { location: '/index.html' } };
    return pageWith(`Open until ${17 + day}`, ['/about']);
  }, clock);
  onTestFinished(site.close);
  const { days, texts } = await readDaily(site.origin, clock);
  await days(5);
  expect((await texts()).filter((text) => text.includes('Open until 17'))).toEqual([]);
});

/** A website that is read once, and then every day. */
async function readDaily(address: string, clock: ReturnType<typeof passingClock>) {
  const { instance } = websiteInstances(store.ledger, localWebsites(clock), clock);
  const one = instance();
  const { source } = await one.websiteSources.create({
    assistantId: 'default',
    address,
    choices: { allowHttp: true },
    start: true,
  });
  await one.settled();
  return {
    async days(count: number) {
      for (let day = 0; day < count; day++) {
        clock.advance(DAY_MS);
        await one.websiteReading.runDue();
      }
      return await one.websiteSources.read(source.id);
    },
    texts: async () => Object.values(await publishedTexts(store.ledger, source.id)),
  };
}
