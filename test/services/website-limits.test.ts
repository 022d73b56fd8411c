import { describe, expect, test } from 'vitest';
import { AppError } from '../../src/domain/errors.ts';
import { pageIdOf, websitePages } from '../../src/services/knowledge/website-pages.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/heard-telemetry.ts';
import { realRandom } from '../support/ports/real-random.ts';
import type { ScriptedSite } from '../support/ports/scripted-websites.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';
import { websiteShop } from './support/website-shop.ts';

const store = freshFixture(() => openSqlite());
const DAY_MS = 24 * 3_600_000;
const page = (markdown: string, etag?: string) => ({ markdown, ...(etag !== undefined && { etag }) });
const list = { limit: 1_000 };
const NEW = { assistantId: 'default', address: 'shop.example', choices: {}, start: true };

/** A website that was read once. */
async function readOnce(site: ScriptedSite, choices = {}) {
  const shop = websiteShop(store.ledger, site, manualClock());
  const one = shop.instance();
  const { source } = await one.websiteSources.create({ ...NEW, choices });
  await one.settled();
  shop.web.requests.length = 0;
  return {
    ...shop,
    ...one,
    id: source.id,
    read: () => one.websiteSources.read(source.id),
    async after(ms: number) {
      shop.clock.advance(ms);
      await one.websiteReading.runDue();
      return await one.websiteSources.read(source.id);
    },
  };
}

test('a site of news that are gone a day later is read every day, and what is gone leaves', async () => {
  const news = (day: number) =>
    Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`/${day}/${at}`, page(`News ${day} ${at}`)]));
  const site: ScriptedSite = { pages: { '/': page('Hi'), ...news(0) } };
  const { after, id, websitePageViews } = await readOnce(site);
  for (let day = 1; day <= 12; day++) {
    site.pages = { '/': page('Hi'), ...news(day) };
    const source = await after(DAY_MS);
    expect([day, source.changes?.new, source.offers.overLimit]).toEqual([day, 100, 0]);
  }
  const { pages } = await websitePageViews.list(id, list);
  expect(pages.filter(({ state }) => state === 'read')).toHaveLength(101);
  expect(pages.length).toBeLessThanOrEqual(101 + 3 * 100);
});

describe('what is left out', () => {
  const SITE = (): ScriptedSite => ({
    pages: {
      '/': page('Welcome'),
      '/tents': { ...page('Tents'), title: 'Our tents' },
      '/hire/tents': { reason: 'duplicate', insteadOf: 'https://shop.example/tents' },
      '/account': { reason: 'sign-in' },
    },
    leftOut: [
      {
        reason: 'too-many-alike',
        pattern: '/events?day=…',
        pages: 80,
        examples: ['https://shop.example/events?day=1'],
      },
      { reason: 'robots', pattern: '/internal/…', pages: 3, examples: [] },
    ],
  });

  test('is listed by reason, with one line for a pattern, and counted', async () => {
    const { id, read, websitePageViews } = await readOnce(SITE());
    expect((await read()).pages).toEqual({ read: 2, waiting: 0, leftOut: 85 });
    const { leftOut, sections } = await websitePageViews.list(id, list);
    expect(leftOut.map(({ reason, pages, listed }) => [reason, pages, listed])).toEqual([
      ['too-many-alike', 80, 0],
      ['robots', 3, 0],
      ['sign-in', 1, 1],
      ['duplicate', 1, 1],
    ]);
    expect(leftOut[0]?.patterns).toMatchObject([{ pattern: '/events?day=…', pages: 80 }]);
    expect(sections).toMatchObject([{ section: '/', pages: 2 }]);
  });

  test('is found by its reason, and a duplicate names the other page', async () => {
    const { id, websitePageViews } = await readOnce(SITE());
    const found = await websitePageViews.list(id, { ...list, text: 'robots.txt' });
    expect(found.leftOut).toMatchObject([{ reason: 'robots', pages: 3 }]);
    const { pages } = await websitePageViews.list(id, { ...list, isLeftOut: true, reason: 'duplicate' });
    const other = { url: 'https://shop.example/tents', title: 'Our tents' };
    expect(pages).toMatchObject([{ insteadOf: other }]);
    const { page: shown } = await websitePageViews.view(id, pages[0]?.id ?? '');
    expect(shown.insteadOf).toEqual(other);
  });

  test('leaves the list when the site no longer leads to it', async () => {
    const site = SITE();
    const { after, id, websitePageViews } = await readOnce(site);
    site.pages = { '/': page('Welcome'), '/tents': page('Tents') };
    site.leftOut = [];
    await after(DAY_MS);
    expect((await websitePageViews.list(id, list)).leftOut).toEqual([]);
  });

  test('stays while the pages that link it are unchanged', async () => {
    const site = SITE();
    site.pages['/'] = page('Welcome', '"1"');
    const { after, id, websitePageViews } = await readOnce(site);
    site.leftOut = [];
    expect((await after(DAY_MS)).pages.leftOut).toBe(85);
    expect((await websitePageViews.list(id, list)).leftOut).toHaveLength(4);
  });
});

test('the offered languages survive a refresh in which all pages are unchanged', async () => {
  const site: ScriptedSite = {
    pages: { '/': page('Welcome', '"1"') },
    offers: { languages: ['de', 'en'], subdomains: ['blog.shop.example'], files: 2 },
  };
  const { after } = await readOnce(site);
  delete site.offers;
  const { offers } = await after(DAY_MS);
  expect(offers).toMatchObject({ languages: ['de', 'en'], subdomains: ['blog.shop.example'], files: 2 });
  site.pages['/'] = page('Welcome', '"2"');
  expect((await after(DAY_MS)).offers).toMatchObject({ languages: [], subdomains: [], files: 0 });
});

describe('a site that cannot be read for the moment', () => {
  test('is tried again after a quarter of an hour, not after a week', async () => {
    const site: ScriptedSite = { pages: { '/': page('Welcome') } };
    const { after, web } = await readOnce(site, { schedule: 'week' });
    web.sites['shop.example'] = { ...site, refusal: 'server-error' };
    expect(await after(7 * DAY_MS)).toMatchObject({ phase: 'failed', problem: 'server-error' });
    expect(await after(900_000)).toMatchObject({ phase: 'failed' });
    web.sites['shop.example'] = site;
    expect(await after(900_000)).toMatchObject({ phase: 'failed' });
    expect(await after(2_700_000)).toMatchObject({ phase: 'read' });
  });

  test('that asks for a long pause is left alone until then, and the reading continues', async () => {
    const busy = { reason: 'server-error', retryAfterMs: 3 * 3_600_000 } as const;
    const site: ScriptedSite = { pages: { '/': page('Welcome'), '/a': busy, '/b': page('B') } };
    const { after, read, web } = await readOnce(site);
    expect(await read()).toMatchObject({ phase: 'reading', pages: { read: 1 } });
    expect((await read()).pausedUntil).toBeDefined();
    site.pages['/a'] = page('A');
    await after(2 * 3_600_000);
    expect(web.requests).toEqual([]);
    const source = await after(3_600_000);
    expect(web.requests).toEqual(['/a', '/b']);
    expect(source).toMatchObject({ phase: 'read', published: { documents: 3 } });
    expect(source.pausedUntil).toBeUndefined();
  });

  test('that asks for a long pause at one page again and again is read without that page', async () => {
    const busy = { reason: 'server-error', retryAfterMs: 3 * 3_600_000 } as const;
    const site: ScriptedSite = { pages: { '/': page('Welcome'), '/a': busy, '/b': page('B') } };
    const { after, read, web } = await readOnce(site);
    expect((await read()).pausedUntil).toBeDefined();
    const source = await after(3 * 3_600_000);
    expect(web.requests).toEqual(['/a', '/b']);
    expect(source).toMatchObject({ phase: 'read', published: { documents: 2 } });
    // The next reading tries it again.
    site.pages['/a'] = page('A');
    expect(await after(DAY_MS)).toMatchObject({ phase: 'read', published: { documents: 3 } });
  });

  test('is said to be slow while it does not answer', async () => {
    const site: ScriptedSite = { pages: { '/': page('Welcome'), '/a': page('A') } };
    const { after, web, clock, read } = await readOnce(site);
    const seen: unknown[] = [];
    web.hooks.beforePage = async (path) => {
      if (path !== '/a') return;
      clock.advance(20_000);
      await expect.poll(async () => (await read()).waitingSince).toBeDefined();
      seen.push((await read()).waitingSince);
    };
    const source = await after(DAY_MS);
    expect(seen).toHaveLength(1);
    expect([source.phase, source.waitingSince]).toEqual(['read', undefined]);
  });
});

describe('choices that are changed in another instance while a website is read', () => {
  const SITE = (): ScriptedSite => ({ pages: { '/': page('Welcome'), '/a': page('A'), '/b': page('B') } });

  test.each(['/a', '/b'])('apply to this reading, also if they come at %s', async (at) => {
    const { instance, clock, web, after, id } = await readOnce(SITE());
    const other = instance();
    const opened: boolean[] = [];
    const open = web.websites.open.bind(web.websites);
    web.websites.open = (address, choices, signal) => {
      opened.push(choices.files);
      return open(address, choices, signal);
    };
    web.hooks.beforePage = async (path) => {
      if (path !== at || opened.length > 1) return;
      clock.advance(3_000);
      await other.websiteSources.change(id, { files: true });
    };
    expect(await after(DAY_MS)).toMatchObject({ phase: 'read', files: true });
    expect(opened).toEqual([false, true]);
    expect(web.requests).toEqual(['/', '/a', '/b']);
  });
});

describe('what has the same text as other pages', () => {
  const same = { '/x': page('Sorry.'), '/y': page('Sorry.'), '/z': page('Sorry.') };

  test('is counted as left out when the reading ends', async () => {
    const { read } = await readOnce({ pages: { '/': page('Welcome'), ...same } });
    expect((await read()).pages).toEqual({ read: 1, waiting: 0, leftOut: 3 });
  });

  test('is shown as left out, although the instance ended after it had published', async () => {
    const { instance, web, clock } = websiteShop(
      store.ledger,
      { pages: { '/': page('Welcome'), ...same } },
      manualClock(),
    );
    let isGone = false;
    const killed = instance({
      ...store.ledger,
      async write(kind, id, value, expected) {
        if (isGone) throw new AppError('store-unavailable');
        const version = await store.ledger.write(kind, id, value, expected);
        isGone = kind === 'website-sources' && JSON.stringify(value).includes('"liveKey"');
        return version;
      },
    });
    const { source } = await killed.websiteSources.create(NEW);
    await killed.settled();
    expect(isGone).toBe(true);
    clock.advance(DAY_MS);
    const next = instance();
    await next.websiteReading.runDue();
    expect(web.requests).toHaveLength(8);
    const { pages } = await next.websitePageViews.list(source.id, list);
    expect(pages.map(({ reason, state }) => reason ?? state)).toEqual([
      'read',
      'soft-404',
      'soft-404',
      'soft-404',
    ]);
  });
});

test('the texts of a publication that was never finished are deleted', async () => {
  const site: ScriptedSite = { pages: { '/': page('Welcome'), '/a': page('A') } };
  const { instance, clock } = websiteShop(store.ledger, site, manualClock());
  let isGone = false;
  const killed = instance({
    ...store.ledger,
    async write(kind, ...given) {
      if (isGone) throw new AppError('store-unavailable');
      isGone = kind.startsWith('website-documents');
      return await store.ledger.write(kind, ...given);
    },
  });
  const { source } = await killed.websiteSources.create(NEW);
  await killed.settled();
  site.pages = { '/': page('Welcome back'), '/a': page('B') };
  clock.advance(DAY_MS);
  const next = instance();
  await next.websiteSources.start(source.id);
  await next.settled();
  expect(isGone).toBe(true);
  expect(await next.websiteSources.read(source.id)).toMatchObject({ published: { documents: 2 } });
  expect(await store.ledger.list(`website-documents-${source.id}`)).toHaveLength(2);
});

test('a website gets the room that another one of its assistant leaves', async () => {
  const large = (host: string) =>
    Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`/${at}`, page(`${host} ${at} ${'x'.repeat(399_000)}`)]),
    );
  const { web, websiteSources, websiteReading, settled, clock, id } = await readOnce({ pages: large('a') });
  web.sites['other.example'] = { pages: large('b') };
  const { source } = await websiteSources.create({ ...NEW, address: 'other.example' });
  await settled();
  const cut = await websiteSources.read(source.id);
  expect([cut.problem, cut.published?.documents]).toEqual(['too-much', 17]);
  await websiteSources.remove(id);
  await settled();
  clock.advance(DAY_MS);
  await websiteReading.runDue();
  const whole = await websiteSources.read(source.id);
  expect([whole.problem, whole.published?.documents]).toEqual([undefined, 20]);
});

test('a text and the one before are stored together only while they fit into one document', async () => {
  const pages = websitePages({
    ledger: store.ledger,
    clock: manualClock(),
    random: realRandom,
    telemetry: recordingTelemetry(),
  });
  const url = 'https://shop.example/';
  for (const text of ['漢'.repeat(400_000), '字'.repeat(400_000)]) await pages.putText('shop', url, text);
  const [entry] = await store.ledger.list('website-texts-shop');
  expect(Buffer.byteLength(JSON.stringify(entry?.value))).toBeLessThan(2_000_000);
  expect((await pages.text('shop', pageIdOf(url)))?.markdown).toMatch(/^字/);
});

test('a website that leads elsewhere keeps its pages, and says where it leads', async () => {
  const site: ScriptedSite = { pages: { '/': page('Welcome') } };
  const { after, web } = await readOnce(site);
  web.sites['shop.example'] = { ...site, refusal: 'redirected-away', movedTo: 'https://parked.example/' };
  const source = await after(DAY_MS);
  expect(source).toMatchObject({
    phase: 'failed',
    problem: 'redirected-away',
    movedTo: 'https://parked.example/',
    published: { documents: 1 },
  });
  web.sites['shop.example'] = site;
  expect((await after(DAY_MS)).movedTo).toBeUndefined();
});

test('a website that throws does not end the timer for the others', async () => {
  const site: ScriptedSite = { pages: { '/': page('Welcome') } };
  const { web, websiteSources, websiteReading, settled, clock } = await readOnce(site);
  web.sites['other.example'] = { pages: { '/': page('Other') } };
  const other = await websiteSources.create({ ...NEW, address: 'other.example' });
  await settled();
  web.hooks.beforePage = () => Promise.reject(new RangeError('Invalid string length'));
  web.sites['other.example'] = { pages: {}, refusal: 'unreachable' };
  clock.advance(DAY_MS);
  await expect(websiteReading.runDue()).rejects.toThrow('Invalid string length');
  expect(await websiteSources.read(other.source.id)).toMatchObject({ problem: 'unreachable' });
});
