import { describe, expect, test } from 'vitest';
import { REMOVED_AGAIN_MS } from '../../src/websites/website-records.ts';
import { LEASE_MS } from '../../src/platform/leases.ts';
import { AppError } from '../../src/core/errors.ts';
import { WebsitePage } from '../../src/websites/records/website-source.ts';
import { READING_RULES } from '../../src/websites/rules/known-pages.ts';
import type { Ledger } from '../../src/ports.ts';
import { manualClock, type ManualClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { refusal } from '../support/refusal.ts';
import type { ScriptedSite } from '../support/ports/scripted-websites.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';
import { publishedTexts, storedEntries, storedWebsites, websiteShop } from '../support/parts/website-shop.ts';

const store = freshFixture(() => openSqlite());
const DAY_MS = 24 * 3_600_000;

const textsOf = (sourceId: string, kind?: 'live' | 'preview') => publishedTexts(store.ledger, sourceId, kind);
const storedOf = (sourceId: string) => storedEntries(store.ledger, sourceId);

/** A service with one website, shop.example; instances share its store and its clock. */
const shop = (site: ScriptedSite, clock: ManualClock = manualClock()) =>
  websiteShop(store.ledger, site, clock);

const NEW = { assistantId: 'default', address: 'shop.example', choices: {}, start: true };
const page = (markdown: string, etag?: string) => ({ markdown, ...(etag !== undefined && { etag }) });
const some = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`/${at}`, page(`Text ${at}`)]));
const list = { limit: 1000 };

describe('a website', () => {
  test('is listed first if the admin chooses pages before the reading starts', async () => {
    const { publications, instance, clock, web } = shop({ pages: { '/': page('Hi'), ...some(3) } });
    const one = instance();
    // The time for finding ends before the second page.
    web.hooks.beforePage = (path) => {
      if (path === '/0') clock.advance(8_000);
      return Promise.resolve();
    };
    const { source } = await one.websiteSources.create({ ...NEW, start: false });
    await one.settled();
    expect(await one.websiteSources.read(source.id)).toMatchObject({ phase: 'found' });
    const { pages } = await one.websitePageViews.list(source.id, list);
    expect(pages.map(({ url, state }) => `${new URL(url).pathname} ${state}`)).toEqual([
      '/ read',
      '/0 waiting',
      '/1 waiting',
      '/2 waiting',
    ]);
    expect(publications.count).toBe(0);
    await one.websiteSources.change(source.id, { rules: [{ pattern: '/1', read: false }] });
    await one.websiteSources.start(source.id);
    await one.settled();
    expect(Object.keys(await textsOf(source.id))).toEqual(['/', '/0', '/2']);
    expect(web.requests.filter((path) => path === '/')).toHaveLength(1);
    expect(web.requests).not.toContain('/1');
  });

  test('that cannot be opened shows the reason and keeps the pages of earlier readings', async () => {
    const { instance, clock, web } = shop({ pages: some(2) });
    const one = instance();
    const { source } = await one.websiteSources.create(NEW);
    await one.settled();
    web.sites['shop.example'] = { pages: {}, refusal: 'unreachable' };
    clock.advance(DAY_MS);
    await one.websiteReading.runDue();
    expect(await one.websiteSources.read(source.id)).toMatchObject({
      phase: 'failed',
      problem: 'unreachable',
    });
    expect(Object.keys(await textsOf(source.id))).toHaveLength(2);
    web.sites['shop.example'] = { pages: some(3) };
    clock.advance(DAY_MS);
    await one.websiteReading.runDue();
    const read = await one.websiteSources.read(source.id);
    expect([read.phase, read.problem, read.changes]).toEqual([
      'read',
      undefined,
      expect.objectContaining({ new: 1 }),
    ]);
  });

  test('can be added again while its content is still being deleted', async () => {
    const { instance } = shop({ pages: some(3) });
    const one = instance();
    const { source } = await one.websiteSources.create(NEW);
    await one.settled();
    await one.websiteSources.remove(source.id);
    const { source: again, isNew } = await one.websiteSources.create(NEW);
    await one.settled();
    // Its host was still in use; the timer begins the reading.
    await one.websiteReading.runDue();
    expect([isNew, again.id === source.id]).toEqual([true, false]);
    expect([Object.keys(await textsOf(again.id)).length, await storedOf(source.id)]).toEqual([3, 0]);
  });

  test('that was deleted and added is changed, also after the content of the deleted one is gone', async () => {
    const { instance, clock } = shop({ pages: some(1) });
    const one = instance();
    const { source } = await one.websiteSources.create(NEW);
    await one.settled();
    await one.websiteSources.remove(source.id);
    const added = await one.websiteSources.create(NEW);
    await one.settled();
    for (const ms of [0, REMOVED_AGAIN_MS, 0]) {
      clock.advance(ms);
      await one.websiteReading.runDue();
    }
    const again = await one.websiteSources.create(NEW);
    expect([again.isNew, again.source.id]).toEqual([false, added.source.id]);
    expect(await one.websiteSources.list('default')).toHaveLength(1);
  });

  test('that is added again changes the existing one', async () => {
    const { instance } = shop({ pages: some(1) });
    const one = instance();
    const { source } = await one.websiteSources.create(NEW);
    const again = await one.websiteSources.create({ ...NEW, choices: { schedule: 'week' } });
    await one.settled();
    expect(again).toMatchObject({ isNew: false, source: { id: source.id, schedule: 'week' } });
    expect(await one.websiteSources.list('default')).toHaveLength(1);
    expect(await one.websiteSources.list('other')).toEqual([]);
  });
});

/** A website whose readings end their instances. */
function deadlyShop() {
  const parts = shop({ pages: some(4) });
  const { instance, clock, web } = parts;
  /** Begins the reading in a new instance, which then is gone without a word. */
  async function die(begin: (one: ReturnType<typeof instance>) => Promise<unknown>): Promise<void> {
    const dead = Promise.withResolvers<void>();
    web.hooks.beforePage = () => {
      dead.resolve();
      return new Promise(() => undefined);
    };
    const one = instance();
    void begin(one);
    await dead.promise;
    // The site is slow at that time.
    clock.advance(5_000);
    await expect.poll(async () => (await storedWebsites(store.ledger))[0]?.value.waitingSince).toBeDefined();
    // Its lease is no longer renewed.
    one.end();
    web.hooks.beforePage = () => Promise.resolve();
    clock.advance(LEASE_MS);
  }
  return { ...parts, die };
}

describe('a reading', () => {
  test('that ended two instances is failed, and only an admin can start it again', async () => {
    const { instance, clock, web, die } = deadlyShop();
    await die((one) => one.websiteSources.create(NEW));
    await die((one) => one.websiteReading.runDue());
    const third = instance();
    await third.websiteReading.runDue();
    const [source] = await third.websiteSources.list();
    expect(source).toMatchObject({ phase: 'failed', problem: 'instance-ended' });
    expect(source?.waitingSince).toBeUndefined();
    expect(third.telemetry.events).toEqual([{ type: 'warning', code: 'website-not-read' }]);
    clock.advance(7 * DAY_MS);
    await third.websiteReading.runDue();
    const { id } = await third.websiteSources.read(source?.id ?? '');
    await third.settled();
    expect(web.requests).toEqual([]);
    await third.websiteSources.start(id);
    await third.settled();
    const read = await third.websiteSources.read(id);
    expect([read.phase, read.problem, read.pages.read]).toEqual(['read', undefined, 4]);
  });

  test('that has ended two instances and is still marked as reading is started again by an admin', async () => {
    const { instance, die } = deadlyShop();
    await die((one) => one.websiteSources.create(NEW));
    await die((one) => one.websiteReading.runDue());
    const third = instance();
    const [source] = await third.websiteSources.list();
    expect(source?.phase).toBe('reading');
    const { id } = await third.websiteSources.start(source?.id ?? '');
    await third.settled();
    const read = await third.websiteSources.read(id);
    expect([read.phase, read.problem, read.pages.read]).toEqual(['read', undefined, 4]);
  });

  test('that ends in any other way between does not count the instances that ended before', async () => {
    const { instance, clock, web } = shop({ pages: some(6) });
    for (let round = 0; round < 4; round++) {
      const one = instance();
      const dead = Promise.withResolvers<void>();
      const dies = round % 2 === 0;
      web.hooks.beforePage = (path) => {
        if (path !== `/${round}`) return Promise.resolve();
        if (!dies) one.end();
        dead.resolve();
        return dies ? new Promise(() => undefined) : Promise.resolve();
      };
      const running = round === 0 ? one.websiteSources.create(NEW) : one.websiteReading.runDue();
      await (dies ? dead.promise : running);
      one.end();
      clock.advance(LEASE_MS);
    }
    web.hooks.beforePage = () => Promise.resolve();
    const last = instance();
    await last.websiteReading.runDue();
    expect((await last.websiteSources.list())[0]).toMatchObject({ phase: 'read', pages: { read: 6 } });
  });

  test('whose steps fail during a store outage reports the outage and counts no crashed instance', async () => {
    const { instance, clock, web } = shop({ pages: some(4) });
    const outage = { isOn: false };
    const write: Ledger['write'] = (...of) =>
      outage.isOn ? Promise.reject(new AppError('store-unavailable')) : store.ledger.write(...of);
    const one = instance({ ...store.ledger, write });
    // The error of the step itself, which the store hides otherwise.
    web.hooks.beforePage = () => {
      outage.isOn = true;
      return Promise.reject(new AppError('files-unavailable'));
    };
    const { source } = await one.websiteSources.create(NEW);
    await one.settled();
    for (let tries = 0; tries < 3; tries++) {
      outage.isOn = false;
      clock.advance(LEASE_MS);
      expect(await refusal(one.websiteReading.runDue())).toBe('files-unavailable');
    }
    outage.isOn = false;
    web.hooks.beforePage = () => Promise.resolve();
    clock.advance(LEASE_MS);
    await one.websiteReading.runDue();
    expect(await one.websiteSources.read(source.id)).toMatchObject({ phase: 'read', pages: { read: 4 } });
  });

  test('that ends with an unknown error is failed, and the schedule decides the next try', async () => {
    const { instance, clock, web } = shop({ pages: some(2) });
    const one = instance();
    web.hooks.beforePage = () => Promise.reject(new RangeError('Maximum call stack size exceeded'));
    const { source } = await one.websiteSources.create(NEW);
    await one.settled();
    const failed = await one.websiteSources.read(source.id);
    expect(failed).toMatchObject({
      phase: 'failed',
      problem: 'unexpected',
      nextReadAt: new Date(clock.now() + DAY_MS).toISOString(),
    });
    expect(one.telemetry.events).toEqual([
      { type: 'warning', code: 'website-not-read' },
      { type: 'warning', code: 'background-failed' },
    ]);
    web.hooks.beforePage = () => Promise.resolve();
    await one.websiteReading.runDue();
    await one.settled();
    expect(web.requests).toEqual([]);
    clock.advance(DAY_MS);
    await one.websiteReading.runDue();
    expect(await one.websiteSources.read(source.id)).toMatchObject({ phase: 'read', pages: { read: 2 } });
  });

  test('whose publication ends with an unknown error is failed and repeated by the schedule', async () => {
    const { instance, clock } = shop({ pages: some(2) });
    let calls = 0;
    const one = instance({
      ...store.ledger,
      write: (kind, ...of) =>
        kind.startsWith('website-publications') && ++calls === 1
          ? Promise.reject(new RangeError('Invalid string length'))
          : store.ledger.write(kind, ...of),
    });
    const { source } = await one.websiteSources.create(NEW);
    await one.settled();
    await one.websiteReading.runDue();
    expect(calls).toBe(1);
    expect(await one.websiteSources.read(source.id)).toMatchObject({
      phase: 'failed',
      problem: 'unexpected',
    });
    clock.advance(DAY_MS);
    await one.websiteReading.runDue();
    expect(await one.websiteSources.read(source.id)).toMatchObject({
      phase: 'read',
      published: { documents: 2 },
    });
  });

  test('that is interrupted by a shutdown frees its host for the next instance immediately', async () => {
    const { instance, web, publications } = shop({ pages: some(4) });
    const first = instance();
    web.hooks.beforePage = (path) => {
      if (path === '/1') first.end();
      return Promise.resolve();
    };
    const { source } = await first.websiteSources.create(NEW);
    await first.settled();
    expect(publications.count).toBe(0);
    web.requests.length = 0;
    const other = instance();
    await other.websiteReading.runDue();
    expect(web.requests).toEqual(['/1', '/2', '/3']);
    expect(Object.keys(await textsOf(source.id))).toHaveLength(4);
  });

  test('that is stopped publishes the pages read so far, and continues at the next start', async () => {
    const { instance, web } = shop({ pages: some(4) });
    const one = instance();
    let id = '';
    web.hooks.beforePage = async (path) => {
      if (path === '/2') await one.websiteSources.stop(id);
    };
    ({ id } = (await one.websiteSources.create(NEW)).source);
    await one.settled();
    expect(await one.websiteSources.read(id)).toMatchObject({
      phase: 'stopped',
      pages: { read: 2, waiting: 2 },
      published: { documents: 2 },
    });
    web.hooks.beforePage = () => Promise.resolve();
    web.requests.length = 0;
    await one.websiteSources.start(id);
    await one.settled();
    expect(web.requests).toEqual(['/2', '/3']);
    expect(Object.keys(await textsOf(id))).toHaveLength(4);
  });

  test.each([
    ['of a host', 'shop.example'],
    ['of the form of a host with www', 'www.shop.example'],
  ])('%s waits while another assistant’s reading runs in any instance', async (_name, address) => {
    const { instance, web } = shop({ pages: some(2) });
    web.sites['www.shop.example'] = { pages: some(2) };
    const [first, other] = [instance(), instance()];
    let atOnce = 0;
    let most = 0;
    const reached = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    web.hooks.beforePage = async () => {
      most = Math.max(most, ++atOnce);
      reached.resolve();
      if (atOnce === 1) await answered.promise;
      atOnce--;
    };
    await first.websiteSources.create(NEW);
    await reached.promise;
    const assistantId = '6c4b8b8e-0000-4000-8000-000000000000';
    await other.websiteSources.create({ ...NEW, assistantId, address });
    await other.settled();
    answered.resolve();
    await first.settled();
    await first.websiteReading.runDue();
    expect(most).toBe(1);
    expect((await first.websiteSources.list()).map(({ phase }) => phase)).toEqual(['read', 'read']);
  });
});

describe('a refresh', () => {
  async function readOnce(site: ScriptedSite, choices = {}) {
    const all = shop(site);
    const one = all.instance();
    const { source } = await one.websiteSources.create({ ...NEW, choices });
    await one.settled();
    all.web.requests.length = 0;
    const refresh = async (afterMs = DAY_MS) => {
      all.clock.advance(afterMs);
      await one.websiteReading.runDue();
      return await one.websiteSources.read(source.id);
    };
    return { ...all, ...one, id: source.id, refresh };
  }

  const SITE = (): ScriptedSite => ({
    pages: {
      '/a': page('One', '"1"'),
      '/b': page('A bell costs 5 euros.'),
      '/c': page('Three', '"3"'),
      '/d': page('Four', '"4"'),
    },
  });

  test('lists changed, new and removed pages, each with its difference', async () => {
    const site = SITE();
    const { refresh, id, websitePageViews } = await readOnce(site);
    delete site.pages['/d'];
    Object.assign(site.pages, { '/b': page('A bell costs 7 euros.'), '/e': page('New here') });
    const read = await refresh();
    expect(read.changes).toMatchObject({ changed: 1, new: 1, gone: 1 });
    const { pages } = await websitePageViews.list(id, { ...list, isChanged: true });
    const differences = await Promise.all(
      pages.map(async ({ id: pageId }) => (await websitePageViews.view(id, pageId)).difference),
    );
    expect(pages.map(({ url }) => new URL(url).pathname)).toEqual(['/b', '/d', '/e']);
    expect(differences).toEqual([
      [
        { kind: 'same', text: 'A bell costs ' },
        { kind: 'removed', text: '5' },
        { kind: 'added', text: '7' },
        { kind: 'same', text: ' euros.' },
      ],
      [{ kind: 'removed', text: 'Four' }],
      [{ kind: 'added', text: 'New here' }],
    ]);
    // The page that is gone is kept for three days.
    expect(Object.keys(await textsOf(id))).toEqual(['/a', '/b', '/c', '/d', '/e']);
    expect((await refresh()).changes).toMatchObject({ changed: 0, new: 0, gone: 0 });
    expect((await websitePageViews.list(id, { ...list, isChanged: true })).pages).toEqual([]);
    await refresh(2 * DAY_MS);
    expect(Object.keys(await textsOf(id))).toEqual(['/a', '/b', '/c', '/e']);
  });

  test('that finds no change publishes nothing', async () => {
    const { refresh, publications, web } = await readOnce(SITE());
    const before = publications.count;
    const read = await refresh();
    expect(web.requests).toEqual(['/a', '/b', '/c', '/d']);
    expect([read.phase, publications.count]).toEqual(['read', before]);
  });

  test('that loses more than half of the website reports it, and removes the pages after three days', async () => {
    const site = SITE();
    const { refresh, id } = await readOnce(site);
    site.pages = { '/a': page('One', '"1"') };
    expect(await refresh()).toMatchObject({ phase: 'read', problem: 'mostly-gone' });
    expect(await refresh(2 * DAY_MS)).toMatchObject({ problem: 'mostly-gone' });
    expect(Object.keys(await textsOf(id))).toHaveLength(4);
    expect((await refresh()).problem).toBeUndefined();
    expect(Object.keys(await textsOf(id))).toEqual(['/a']);
  });

  test('waits for an admin who reviews first, and is live once it is published', async () => {
    const site = SITE();
    const { refresh, publications, websiteSources, settled, id } = await readOnce(site, {
      publish: 'review',
    });
    expect(await websiteSources.read(id)).toMatchObject({ waiting: { documents: 4, new: 4 } });
    expect([await textsOf(id), Object.keys(await textsOf(id, 'preview'))]).toEqual([
      {},
      ['/a', '/b', '/c', '/d'],
    ]);
    await websiteSources.publish(id);
    await settled();
    Object.assign(site.pages, { '/b': page('Other') });
    const changed = await refresh();
    expect(changed).toMatchObject({ waiting: { changed: 1, new: 0, gone: 0 }, published: { documents: 4 } });
    expect((await textsOf(id))['/b']).toContain('A bell costs 5');
    expect((await textsOf(id, 'preview'))['/b']).toContain('Other');
    const shown = await websiteSources.publish(id);
    await settled();
    expect([shown.waiting, (await textsOf(id))['/b']]).toEqual([undefined, expect.stringContaining('Other')]);
    expect(publications.count).toBe(2);
    // The replaced publication, and the text that only it had, are deleted.
    expect(await store.ledger.list(`website-publications-${id}`)).toHaveLength(1);
    expect(await store.ledger.list(`website-documents-${id}`)).toHaveLength(4);
  });

  test('that waits is compared with the pages that an admin publishes during the reading', async () => {
    const site = SITE();
    const { refresh, publications, websiteSources, settled, id } = await readOnce(site, {
      publish: 'review',
    });
    await websiteSources.publish(id);
    await settled();
    Object.assign(site.pages, { '/b': page('Other') });
    expect((await refresh()).waiting).toMatchObject({ changed: 1 });
    Object.assign(site.pages, { '/c': page('Third') });
    publications.beforeDocument = async (text) => {
      if (!text.includes('Third')) return;
      publications.beforeDocument = () => Promise.resolve();
      await websiteSources.publish(id);
    };
    await refresh();
    await settled();
    expect((await textsOf(id))['/b']).toContain('Other');
    expect((await websiteSources.read(id)).waiting).toMatchObject({ changed: 1, new: 0, gone: 0 });
  });

  test('that waits becomes live when the admin no longer reviews first', async () => {
    const { websiteSources, settled, id } = await readOnce(SITE(), { publish: 'review' });
    await websiteSources.change(id, { publish: 'live' });
    await settled();
    expect(Object.keys(await textsOf(id))).toHaveLength(4);
    expect((await websiteSources.read(id)).waiting).toBeUndefined();
  });

  test('that waits is dropped when the site returns to its published state', async () => {
    const site = SITE();
    const { refresh, websiteSources, settled, id } = await readOnce(site, { publish: 'review' });
    await websiteSources.publish(id);
    await settled();
    Object.assign(site.pages, { '/b': page('Other') });
    expect((await refresh()).waiting).toBeDefined();
    Object.assign(site.pages, { '/b': page('A bell costs 5 euros.') });
    expect((await refresh()).waiting).toBeUndefined();
  });

  test('starts at the time of the schedule, and not earlier', async () => {
    const { refresh, web } = await readOnce(SITE(), { schedule: 'hour' });
    await refresh(3_599_000);
    expect(web.requests).toEqual([]);
    await refresh(1_000);
    expect(web.requests).toHaveLength(4);
  });

  test('does not start automatically with the schedule never', async () => {
    const { refresh, web } = await readOnce(SITE(), { schedule: 'never' });
    await refresh(365 * DAY_MS);
    expect(web.requests).toEqual([]);
  });
});

describe('content that is left out', () => {
  test('by an admin is not given to the assistant, and text on most pages is given once', async () => {
    const { instance } = shop({
      pages: {
        '/a': page('Call us.\n\n# Prices\n\nA bell costs 5.\n\n# Jobs\n\nNone.'),
        '/b': page('Call us.\n\n# Hours\n\nDaily.\n\nSubscribe to our letter.'),
        '/c': page('Call us.\n\nThe end.'),
        '/d': { ...page('Call us.\n\nAnd more.'), skippedParts: ['pictures (3)'] },
      },
    });
    const one = instance();
    const { source } = await one.websiteSources.create(NEW);
    await one.settled();
    const bodies = async () =>
      Object.values(await textsOf(source.id)).map((text) => text.split('---\n\n')[1]);
    expect((await bodies()).filter((body) => body?.includes('Call us'))).toEqual(['Call us.\n']);
    const { pages } = await one.websitePageViews.list(source.id, list);
    const [first, second] = pages;
    await one.websitePageViews.leaveOutHeadings(source.id, first?.id ?? '', [['Jobs']]);
    await one.settled();
    const shown = await one.websitePageViews.view(source.id, second?.id ?? '');
    const block = shown.sections
      .flatMap(({ blocks }) => blocks)
      .find(({ markdown }) => /letter/.test(markdown));
    const leftOutBlocks = [{ hash: block?.hash ?? '', text: 'Subscribe' }];
    await one.websiteSources.change(source.id, { leftOutBlocks });
    await one.settled();
    expect(await bodies()).toEqual([
      '# Prices\n\nA bell costs 5.\n',
      '# Hours\n\nDaily.\n',
      'The end.\n',
      'And more.\n',
      'Call us.\n',
    ]);
    const view = await one.websitePageViews.view(source.id, second?.id ?? '');
    expect(view.leftOut.blocks.map(({ why }) => why)).toEqual(['most-pages', 'chosen']);
    const last = await one.websitePageViews.view(source.id, pages.at(-1)?.id ?? '');
    expect(last.leftOut.parts).toEqual(['pictures (3)']);
  });

  test('includes pages with the text of others, until they differ again', async () => {
    const same = 'There is no such page.';
    const site: ScriptedSite = {
      pages: { ...some(2), '/x': page(same), '/y': page(same), '/z': page(same) },
    };
    const { instance, clock } = shop(site);
    const one = instance();
    const { source } = await one.websiteSources.create(NEW);
    await one.settled();
    expect(Object.keys(await textsOf(source.id))).toEqual(['/0', '/1']);
    const reasons = async () =>
      (await one.websitePageViews.list(source.id, list)).pages.map(({ state, reason }) => reason ?? state);
    expect(await reasons()).toEqual(['read', 'read', 'soft-404', 'soft-404', 'soft-404']);
    Object.assign(site.pages, { '/y': page('Now it says more.'), '/z': page('This one, too.') });
    clock.advance(DAY_MS);
    await one.websiteReading.runDue();
    expect(Object.keys(await textsOf(source.id))).toEqual(['/0', '/1', '/x', '/y', '/z']);
  });
});

test('a page whose text is lost is read again even if the site reports it as unchanged', async () => {
  const { instance, clock, web } = shop({ pages: { '/a': page('One', '"1"'), '/b': page('Two', '"2"') } });
  const one = instance();
  const { source } = await one.websiteSources.create(NEW);
  await one.settled();
  const [lost] = await store.ledger.list(`website-texts-${source.id}`);
  await store.ledger.remove(`website-texts-${source.id}`, lost?.id ?? '', lost?.version ?? '');
  Object.assign(web.sites['shop.example']?.pages ?? {}, { '/c': page('Three') });
  clock.advance(DAY_MS);
  await one.websiteReading.runDue();
  expect(Object.keys(await textsOf(source.id))).toEqual(['/a', '/b', '/c']);
  expect(await store.ledger.list(`website-texts-${source.id}`)).toHaveLength(3);
});

test('pages that were read by rules of an earlier release are read again even if they are unchanged', async () => {
  const { instance, clock, web } = shop({ pages: { '/a': page('One', '"1"'), '/b': page('Two', '"2"') } });
  const one = instance();
  const { source } = await one.websiteSources.create(NEW);
  await one.settled();
  const kind = `website-pages-${source.id}`;
  for (const { id, value, version } of await store.ledger.list(kind)) {
    const stored = WebsitePage.parse(value);
    const readingRules = stored.url.endsWith('/a') ? READING_RULES - 1 : READING_RULES;
    await store.ledger.write(kind, id, { ...stored, readingRules }, version);
  }
  const reads = (text: string, etag: string) => page(`${text}, and the price of a table`, etag);
  Object.assign(web.sites['shop.example']?.pages ?? {}, {
    '/a': reads('One', '"1"'),
    '/b': reads('Two', '"2"'),
  });
  clock.advance(DAY_MS);
  await one.websiteReading.runDue();
  const texts = await textsOf(source.id);
  expect([texts['/a'], texts['/b']]).toEqual([
    expect.stringContaining('One, and the price of a table'),
    expect.not.stringContaining('price'),
  ]);
});
