import { describe, expect, onTestFinished, test } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import { pageIdOf, websitePages } from '../../src/websites/website-pages.ts';
import { manualClock, passingClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { realRandom } from '../support/ports/random.ts';
import type { ScriptedSite } from '../support/ports/scripted-websites.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';
import { localWebsites, pageWith, startSmallSite } from '../support/website/small-site.ts';
import { websiteInstances, websiteShop } from '../support/parts/website-shop.ts';

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

test('a website whose pages change every day keeps only current pages and those removed within three days', async () => {
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

describe('the list of left-out pages', () => {
  const SITE = (): ScriptedSite => ({
    pages: {
      '/': page('Welcome'),
      '/tents': { ...page('Tents'), title: 'Our tents' },
      '/hire/tents': { reason: 'duplicate', insteadOf: 'https://shop.example/tents' },
      '/account': { reason: 'sign-in' },
    },
    leftOutGroups: [
      {
        reason: 'too-many-alike',
        pattern: '/events?day=…',
        pages: 80,
        examples: ['https://shop.example/events?day=1'],
      },
      { reason: 'robots', pattern: '/internal/…', pages: 3, examples: [] },
    ],
  });

  test('has a line and a count for each reason and pattern', async () => {
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

  test('adds up to the number above it during a first reading', async () => {
    const { web, clock, instance } = websiteShop(store.ledger, SITE(), manualClock());
    const { websiteSources, websitePageViews, settled } = instance();
    const shown: number[][] = [];
    let id = '';
    web.hooks.beforePage = async () => {
      clock.advance(2_000);
      if (id === '') return;
      const { leftOut } = await websitePageViews.list(id, list);
      const listed = leftOut.reduce((sum, { pages }) => sum + pages, 0);
      shown.push([(await websiteSources.read(id)).pages.leftOut, listed]);
    };
    ({ id } = (await websiteSources.create(NEW)).source);
    await settled();
    expect(shown.length).toBeGreaterThan(2);
    for (const [above, listed] of shown) expect(above).toBe(listed);
    expect((await websiteSources.read(id)).pages.leftOut).toBe(85);
  });

  test('is searched by reason, and a duplicate names the other page', async () => {
    const { id, websitePageViews } = await readOnce(SITE());
    const found = await websitePageViews.list(id, { ...list, text: 'robots.txt' });
    expect(found.leftOut).toMatchObject([{ reason: 'robots', pages: 3 }]);
    const { pages } = await websitePageViews.list(id, { ...list, isLeftOut: true, reason: 'duplicate' });
    const other = { url: 'https://shop.example/tents', title: 'Our tents' };
    expect(pages).toMatchObject([{ insteadOf: other }]);
    const { page: shown } = await websitePageViews.view(id, pages[0]?.id ?? '');
    expect(shown.insteadOf).toEqual(other);
  });

  test('loses a page when the site no longer links to it', async () => {
    const site = SITE();
    const { after, id, websitePageViews } = await readOnce(site);
    site.pages = { '/': page('Welcome'), '/tents': page('Tents') };
    site.leftOutGroups = [];
    await after(DAY_MS);
    expect((await websitePageViews.list(id, list)).leftOut).toEqual([]);
  });

  describe('in a reading that was interrupted and continues', () => {
    /** A site whose page `/c` ends the first instance; `/h` is requested by the second one. */
    async function interrupted({ start = true } = {}) {
      const clock = passingClock();
      const hooks = { c: () => undefined as void, h: () => undefined as void };
      const days = ['/events?day=1', '/events?day=2'];
      const chain = ['/b', '/c', '/d', '/e', '/f', '/g', '/h', '/i'];
      const links: Record<string, string[]> = {
        '/': ['/a', '/b'],
        '/a': ['/gone', '/x.pdf', '/y.pdf', ...days],
        ...Object.fromEntries(days.map((day) => [day, []])),
        ...Object.fromEntries(chain.map((path, at) => [path, chain.slice(at + 1, at + 2)])),
      };
      const site = await startSmallSite((path) => {
        if (path === '/c') hooks.c();
        if (path === '/h') hooks.h();
        return links[path] && pageWith(`Page ${path}`, links[path]);
      }, clock);
      onTestFinished(site.close);
      const { instance } = websiteInstances(store.ledger, localWebsites(clock), clock);
      const one = instance();
      // The time for finding pages ends, or the instance.
      hooks.c = start ? one.end : () => clock.advance(8_000);
      const choices = { allowHttp: true };
      const { source } = await one.websiteSources.create({ ...NEW, address: site.origin, choices, start });
      await one.settled();
      return { site, hooks, two: instance(), id: source.id };
    }

    test('keeps a broken link whose page is not read again', async () => {
      const { site, two, id } = await interrupted();
      await two.websiteReading.runDue();
      expect(site.requests.filter((path) => path === '/gone')).toHaveLength(1);
      const read = await two.websiteSources.read(id);
      expect(read).toMatchObject({ phase: 'read', pages: { leftOut: 3 } });
    });

    test('keeps a calendar whose linking pages are not read again', async () => {
      const { site, two, id } = await interrupted();
      await two.websiteReading.runDue();
      expect(site.requests.filter((path) => path.startsWith('/events'))).toHaveLength(2);
      expect((await two.websiteSources.read(id)).pages).toEqual({ read: 12, waiting: 0, leftOut: 3 });
    });

    test('includes a calendar that was found before an admin chose the pages', async () => {
      const { site, two, id } = await interrupted({ start: false });
      expect(await two.websiteSources.read(id)).toMatchObject({ phase: 'found' });
      await two.websiteSources.start(id);
      await two.settled();
      expect(site.requests.filter((path) => path === '/a')).toHaveLength(1);
      expect(site.requests.filter((path) => path.startsWith('/events'))).toHaveLength(2);
      expect((await two.websiteSources.read(id)).pages).toEqual({ read: 12, waiting: 0, leftOut: 3 });
    });

    test('does not lose pages in its count', async () => {
      const { hooks, two, id } = await interrupted();
      const shown: Promise<number>[] = [];
      hooks.h = () => void shown.push(two.websiteSources.read(id).then(({ pages }) => pages.leftOut));
      await two.websiteReading.runDue();
      expect(await Promise.all(shown)).toEqual([3]);
    });
  });

  test('does not change while the linking pages are unchanged', async () => {
    const site = SITE();
    site.pages['/'] = page('Welcome', '"1"');
    const { after, id, websitePageViews } = await readOnce(site);
    site.leftOutGroups = [];
    expect((await after(DAY_MS)).pages.leftOut).toBe(85);
    expect((await websitePageViews.list(id, list)).leftOut).toHaveLength(4);
  });
});

test('pages that were read are counted and listed as left out at once when choices exclude them', async () => {
  const { id, websitePageViews, websiteSources } = await readOnce(
    {
      pages: {
        '/': { ...page('Welcome'), language: 'en' },
        '/de': { ...page('Willkommen'), language: 'de' },
        '/plan.pdf': { ...page('Plan'), isFile: true },
      },
    },
    { files: true },
  );
  const narrower = await websiteSources.change(id, { languages: ['en'], files: false });
  expect(narrower.pages).toEqual({ read: 1, waiting: 0, leftOut: 2 });
  const { leftOut, sections } = await websitePageViews.list(id, list);
  expect(leftOut.map(({ reason, pages }) => [reason, pages])).toEqual([
    ['language', 1],
    ['file', 1],
  ]);
  expect(sections).toMatchObject([{ section: '/', pages: 1 }]);
  const wider = await websiteSources.change(id, { languages: [], files: true });
  expect(wider.pages).toEqual({ read: 3, waiting: 0, leftOut: 0 });
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

describe('a site that cannot be read temporarily', () => {
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

  test('that asks for a long pause is not requested until then, and the reading continues', async () => {
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

  test('that asks repeatedly for a long pause at one page is read without that page', async () => {
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

  test('is reported as slow while it does not answer', async () => {
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

describe('page choices that another instance changes during a reading', () => {
  const SITE = (): ScriptedSite => ({ pages: { '/': page('Welcome'), '/a': page('A'), '/b': page('B') } });

  test.each(['/a', '/b'])('apply to this reading, also if they are changed at %s', async (at) => {
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

describe('a page with the same text as other pages', () => {
  const same = { '/x': page('Sorry.'), '/y': page('Sorry.'), '/z': page('Sorry.') };

  test('is counted as left out when the reading ends', async () => {
    const { read } = await readOnce({ pages: { '/': page('Welcome'), ...same } });
    expect((await read()).pages).toEqual({ read: 1, waiting: 0, leftOut: 3 });
  });

  test('is shown as left out even if the instance crashed after the publication', async () => {
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

test('the texts of an unfinished publication are deleted', async () => {
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

test('a website gets the space that another website of the assistant frees', async () => {
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
  // Its own documents take no room from it.
  Object.assign(web.sites['other.example'].pages, { '/0': page('Else') });
  clock.advance(DAY_MS);
  await websiteReading.runDue();
  const again = await websiteSources.read(source.id);
  expect([again.problem, again.published?.documents]).toEqual([undefined, 20]);
});

test('a stopped refresh is repeated by the schedule', async () => {
  const { after, web, websiteSources, clock, id } = await readOnce({ pages: { '/': page('Welcome') } });
  web.hooks.beforePage = async () => {
    await websiteSources.stop(id);
  };
  const stopped = await after(DAY_MS);
  const next = new Date(clock.now() + DAY_MS).toISOString();
  expect(stopped).toMatchObject({ phase: 'stopped', nextReadAt: next });
});

test('a thousand pages without a text are stored, and further ones are only counted', async () => {
  const unlisted = Array.from({ length: 1_005 }, (_, at) => `/${at}`);
  const dead = Object.fromEntries(unlisted.map((path) => [path, { reason: 'empty' } as const]));
  const pages = { '/': page('Welcome'), '/excluded': page('Excluded'), ...dead };
  const { read, id } = await readOnce(
    { pages, unlisted },
    { rules: [{ pattern: '/excluded', read: false }] },
  );
  expect((await read()).pages).toEqual({ read: 1, waiting: 0, leftOut: 1_006 });
  expect(await store.ledger.list(`website-pages-${id}`)).toHaveLength(1_002);
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

test('a website that redirects elsewhere keeps its pages and shows the new address', async () => {
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

test('an unknown error in one website does not stop the timer for the others', async () => {
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
