import { describe, expect, test } from 'vitest';
import { knowledgeServices } from '../../src/services/knowledge/knowledge-services.ts';
import type { SourceDocument } from '../../src/domain/revision-documents.ts';
import type { AssistantDocuments } from '../../src/services/assistants/assistant-documents.ts';
import { WEBSITE_LEASE_MS } from '../../src/services/knowledge/website-leases.ts';
import { background } from '../../src/services/platform/background.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/heard-telemetry.ts';
import { realRandom } from '../support/ports/real-random.ts';
import { scriptedWebsites, type ScriptedSite } from '../support/ports/scripted-websites.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const store = freshFixture(() => openSqlite());
const DAY_MS = 24 * 3_600_000;

/** The documents that the assistant got last, by source, as all instances see them. */
function receiver() {
  const given = new Map<string, readonly SourceDocument[]>();
  const calls: { to: 'live' | 'draft'; count: number }[] = [];
  const documents: Pick<AssistantDocuments, 'replaceSource'> = {
    replaceSource(_assistantId, sourceId, all, { to }) {
      given.set(sourceId, all);
      calls.push({ to, count: all.length });
      return Promise.resolve();
    },
  };
  const texts = (sourceId: string) =>
    Object.fromEntries(
      (given.get(sourceId) ?? []).map(
        ({ url, markdown }) => [new URL(url ?? '').pathname, markdown] as const,
      ),
    );
  return { documents, calls, texts };
}

/** A service with one website, shop.example; instances share its store and its clock. */
function shop(site: ScriptedSite) {
  const clock = manualClock();
  const web = scriptedWebsites({ 'shop.example': site });
  const received = receiver();
  function instance() {
    const telemetry = recordingTelemetry();
    const work = background(telemetry);
    const stopping = new AbortController();
    const services = knowledgeServices({
      platform: {
        ledger: store.ledger,
        clock,
        random: realRandom,
        telemetry,
        background: work,
        stopping: stopping.signal,
      },
      websites: web.websites,
      documentSections: (title, markdown) => Promise.resolve([{ title, path: [], markdown }]),
      documents: received.documents,
      knowsAssistant: () => Promise.resolve(true),
    });
    return {
      ...services,
      settled: () => work.settled(),
      telemetry,
      end: () => stopping.abort(new Error('end')),
    };
  }
  return { clock, web, received, instance };
}

const NEW = { assistantId: 'default', address: 'shop.example', choices: {}, start: true };
const page = (markdown: string, etag?: string) => ({ markdown, ...(etag !== undefined && { etag }) });
const some = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`/${at}`, page(`Text ${at}`)]));
const list = { limit: 1000 };

describe('a website', () => {
  test('is found, read and published by one call', async () => {
    const { received, instance } = shop({
      pages: { '/': page('Welcome'), '/prices': page('A bell costs 5'), '/old': { reason: 'not-found' } },
    });
    const one = instance();
    const { source } = await one.websiteSources.create(NEW);
    await one.settled();
    const read = await one.websiteSources.read(source.id);
    expect(read).toMatchObject({
      address: 'https://shop.example/',
      phase: 'read',
      pages: { read: 2, waiting: 0, leftOut: 1 },
      published: { documents: 2, sections: 2 },
    });
    expect(received.texts(source.id)['/prices']).toMatch(
      /^---\ntitle: \/prices\nurl: https:\/\/shop\.example\/prices\n---\n\nA bell costs 5\n$/,
    );
    expect(one.telemetry.events).toEqual([]);
  });

  test('is listed first where the start is left to the admin, who takes pages out', async () => {
    const { received, instance, clock, web } = shop({ pages: { '/': page('Hi'), ...some(3) } });
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
    expect(received.calls).toEqual([]);
    await one.websiteSources.change(source.id, { rules: [{ pattern: '/1', read: false }] });
    await one.websiteSources.start(source.id);
    await one.settled();
    expect(Object.keys(received.texts(source.id))).toEqual(['/', '/0', '/2']);
    expect(web.requests.filter((path) => path === '/')).toHaveLength(1);
    expect(web.requests).not.toContain('/1');
  });

  test('that cannot be opened says why, and keeps what was read of it', async () => {
    const { received, instance, clock, web } = shop({ pages: some(2) });
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
    expect(Object.keys(received.texts(source.id))).toHaveLength(2);
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

  test('that is deleted takes its documents with it', async () => {
    const { received, instance } = shop({ pages: some(2) });
    const one = instance();
    const { source } = await one.websiteSources.create(NEW);
    await one.settled();
    await one.websiteSources.remove(source.id);
    await one.settled();
    expect(received.texts(source.id)).toEqual({});
    expect(await one.websiteSources.list()).toEqual([]);
    expect((await store.ledger.list(`website-pages-${source.id}`)).length).toBe(0);
    expect((await store.ledger.list(`website-texts-${source.id}`)).length).toBe(0);
  });

  test('that is added again is changed instead', async () => {
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

describe('a reading', () => {
  test('that a kill ends goes on in another instance with the pages that are left', async () => {
    const { instance, clock, web, received } = shop({ pages: some(6) });
    const first = instance();
    const killed = Promise.withResolvers<void>();
    // The third page never comes: the instance is gone, without a word.
    web.hooks.beforePage = (path) => {
      if (path !== '/2') return Promise.resolve();
      killed.resolve();
      return new Promise(() => undefined);
    };
    const { source } = await first.websiteSources.create(NEW);
    await killed.promise;
    const other = instance();
    web.hooks.beforePage = () => Promise.resolve();
    web.requests.length = 0;
    await other.websiteReading.runDue();
    expect(web.requests).toEqual([]);
    clock.advance(WEBSITE_LEASE_MS);
    await other.websiteReading.runDue();
    expect(web.requests).toEqual(['/2', '/3', '/4', '/5']);
    expect(Object.keys(received.texts(source.id))).toHaveLength(6);
    expect(await other.websiteSources.read(source.id)).toMatchObject({
      phase: 'read',
      pages: { read: 6, waiting: 0 },
    });
  });

  test('that the end of its instance interrupts leaves its host to the next one at once', async () => {
    const { instance, web, received } = shop({ pages: some(4) });
    const first = instance();
    web.hooks.beforePage = (path) => {
      if (path === '/1') first.end();
      return Promise.resolve();
    };
    const { source } = await first.websiteSources.create(NEW);
    await first.settled();
    expect(received.calls).toEqual([]);
    web.requests.length = 0;
    const other = instance();
    await other.websiteReading.runDue();
    expect(web.requests).toEqual(['/1', '/2', '/3']);
    expect(Object.keys(received.texts(source.id))).toHaveLength(4);
  });

  test('that is stopped gives the assistant what was read, and goes on at the next start', async () => {
    const { instance, web, received } = shop({ pages: some(4) });
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
    expect(Object.keys(received.texts(id))).toHaveLength(4);
  });

  test('of a host waits while another assistant’s reading of it runs in any instance', async () => {
    const { instance, web } = shop({ pages: some(2) });
    const [first, other] = [instance(), instance()];
    let atOnce = 0;
    let most = 0;
    web.hooks.beforePage = async () => {
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce--;
    };
    await first.websiteSources.create(NEW);
    await other.websiteSources.create({ ...NEW, assistantId: '6c4b8b8e-0000-4000-8000-000000000000' });
    await Promise.all([first.settled(), other.settled()]);
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

  test('tells what changed, what is new and what is gone, each with its difference', async () => {
    const site = SITE();
    const { refresh, received, id, websitePageViews } = await readOnce(site);
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
    expect(Object.keys(received.texts(id))).toEqual(['/a', '/b', '/c', '/d', '/e']);
    expect((await refresh()).changes).toMatchObject({ changed: 0, new: 0, gone: 0 });
    await refresh(2 * DAY_MS);
    expect(Object.keys(received.texts(id))).toEqual(['/a', '/b', '/c', '/e']);
  });

  test('that finds nothing new publishes nothing', async () => {
    const { refresh, received, web } = await readOnce(SITE());
    const before = received.calls.length;
    const read = await refresh();
    expect(web.requests).toEqual(['/a', '/b', '/c', '/d']);
    expect([read.phase, received.calls.length]).toEqual(['read', before]);
  });

  test('that would empty more than half of the assistant’s pages removes nothing, and says so', async () => {
    const site = SITE();
    const { refresh, received, id } = await readOnce(site);
    site.pages = { '/a': page('One', '"1"') };
    expect(await refresh()).toMatchObject({ phase: 'read', problem: 'mostly-gone' });
    expect(await refresh(4 * DAY_MS)).toMatchObject({ problem: 'mostly-gone' });
    expect(Object.keys(received.texts(id))).toHaveLength(4);
    Object.assign(site.pages, SITE().pages);
    expect((await refresh()).problem).toBeUndefined();
  });

  test('goes to the draft where the admin chose so', async () => {
    const site = SITE();
    const { refresh, received } = await readOnce(site, { publish: 'draft' });
    Object.assign(site.pages, { '/b': page('Other') });
    await refresh();
    expect(received.calls).toEqual([
      { to: 'draft', count: 4 },
      { to: 'draft', count: 4 },
    ]);
  });

  test('that waits in the draft goes live when the admin chooses so', async () => {
    const { received, websiteSources, settled, id } = await readOnce(SITE(), { publish: 'draft' });
    await websiteSources.change(id, { publish: 'live' });
    await settled();
    expect(received.calls.map(({ to }) => to)).toEqual(['draft', 'live']);
  });

  test('comes when the schedule says, and not before', async () => {
    const { refresh, web } = await readOnce(SITE(), { schedule: 'hour' });
    await refresh(3_599_000);
    expect(web.requests).toEqual([]);
    await refresh(1_000);
    expect(web.requests).toHaveLength(4);
  });

  test('does not come of itself where the admin chose never', async () => {
    const { refresh, web } = await readOnce(SITE(), { schedule: 'never' });
    await refresh(365 * DAY_MS);
    expect(web.requests).toEqual([]);
  });
});

describe('what is left out', () => {
  test('of a page, of all pages, and on most of them is not given to the assistant', async () => {
    const { instance, received } = shop({
      pages: {
        '/a': page('Call us.\n\n# Prices\n\nA bell costs 5.\n\n# Jobs\n\nNone.'),
        '/b': page('Call us.\n\n# Hours\n\nDaily.\n\nSubscribe to our letter.'),
        '/c': page('Call us.\n\nThe end.'),
        '/d': page('Call us.\n\nAnd more.'),
      },
    });
    const one = instance();
    const { source } = await one.websiteSources.create(NEW);
    await one.settled();
    const bodies = () => Object.values(received.texts(source.id)).map((text) => text.split('---\n\n')[1]);
    expect(bodies().filter((body) => body?.includes('Call us'))).toEqual([]);
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
    expect(bodies()).toEqual([
      '# Prices\n\nA bell costs 5.\n',
      '# Hours\n\nDaily.\n',
      'The end.\n',
      'And more.\n',
    ]);
    const view = await one.websitePageViews.view(source.id, second?.id ?? '');
    expect(view.leftOut.blocks.map(({ why }) => why)).toEqual(['most-pages', 'chosen']);
  });

  test('is a page that has the text of others, unless they differ again', async () => {
    const same = 'There is no such page.';
    const site: ScriptedSite = {
      pages: { ...some(2), '/x': page(same), '/y': page(same), '/z': page(same) },
    };
    const { instance, received, clock } = shop(site);
    const one = instance();
    const { source } = await one.websiteSources.create(NEW);
    await one.settled();
    expect(Object.keys(received.texts(source.id))).toEqual(['/0', '/1']);
    const reasons = async () =>
      (await one.websitePageViews.list(source.id, list)).pages.map(({ state, reason }) => reason ?? state);
    expect(await reasons()).toEqual(['read', 'read', 'soft-404', 'soft-404', 'soft-404']);
    Object.assign(site.pages, { '/y': page('Now it says more.'), '/z': page('This one, too.') });
    clock.advance(DAY_MS);
    await one.websiteReading.runDue();
    expect(Object.keys(received.texts(source.id))).toEqual(['/0', '/1', '/x', '/y', '/z']);
  });
});
