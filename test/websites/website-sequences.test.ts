import { describe, expect, test } from 'vitest';
import type { Ledger } from '../../src/ports.ts';
import { REMOVED_AGAIN_MS } from '../../src/websites/website-records.ts';
import { LEASE_MS } from '../../src/platform/leases.ts';
import { passingClock, type ManualClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import type { ScriptedSite } from '../support/ports/scripted-websites.ts';
import { refusal } from '../support/refusal.ts';
import { STORES, upToDate } from '../support/stores/both-stores.ts';
import { failingLedger } from '../support/parts/failing-ledger.ts';
import {
  publishedTexts,
  readOnce,
  runTimer,
  storedEntries,
  storedWebsites,
  unlessAway,
  websiteShop,
  type WebsiteInstance,
} from '../support/parts/website-shop.ts';

const NEW = { assistantId: 'default', address: 'shop.example', choices: {}, start: true };
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const page = (markdown: string) => ({ markdown });
const some = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`/${at}`, page(`Text ${at}`)]));
const never = () => new Promise<never>(() => undefined);

describe.each(STORES)('websites on $name', ({ open, latencyMs }) => {
  const store = freshFixture(open);
  const stored = () => upToDate(store.ledger);
  const textsOf = (sourceId: string) => publishedTexts(stored(), sourceId);
  const pathsOf = async (sourceId: string) => Object.keys(await textsOf(sourceId));
  const entriesOf = (sourceId: string) => storedEntries(stored(), sourceId);
  const shop = (site: ScriptedSite, clock: ManualClock = passingClock()) =>
    websiteShop(store.ledger, site, clock);

  describe('that are deleted', () => {
    test('during reading and publishing stay deleted', async () => {
      const { instance, web, publications, clock } = shop({ pages: some(4) });
      const [one, other] = [instance(), instance(store.another())];
      let id = '';
      web.hooks.beforePage = async (path) => {
        if (path === '/2') await other.websiteSources.remove(id);
      };
      publications.beforeDocument = async (text) => {
        if (text.includes('Text 3')) await other.websiteSources.remove(id);
      };
      for (let round = 0; round < 2; round++) {
        ({ id } = (await one.websiteSources.create(NEW)).source);
        await one.settled();
        await other.settled();
        web.hooks.beforePage = () => Promise.resolve();
        await runTimer(other, clock);
        await runTimer(one, clock);
        expect([await entriesOf(id), await textsOf(id)]).toEqual([0, {}]);
      }
      expect(await stored().list('website-sources')).toEqual([]);
    });

    test('with many pages disappear immediately, and their content is deleted later', async () => {
      const { instance, clock } = shop({ pages: some(60) });
      const one = instance();
      const id = await readOnce(one);
      expect(await entriesOf(id)).toBe(181);
      await one.websiteSources.remove(id);
      expect([await textsOf(id), await storedWebsites(stored())]).toEqual([{}, []]);
      expect(await refusal(one.websiteSources.read(id))).toBe('source-not-found');
      expect(await refusal(one.websiteSources.remove(id))).toBe('source-not-found');
      await one.settled();
      expect(await entriesOf(id)).toBe(0);
      // Written by an instance that was in the middle of a page.
      await store.another().write(`website-texts-${id}`, 'late', { hash: '', markdown: '' }, 'absent');
      await runTimer(one, clock, [REMOVED_AGAIN_MS]);
      expect([await entriesOf(id), await stored().list('website-sources')]).toEqual([0, []]);
    });
  });

  test('a reading that was killed continues in another instance with the remaining pages', async () => {
    const { instance, clock, web } = shop({ pages: some(6) });
    const first = instance();
    const killed = Promise.withResolvers<void>();
    // The third page never comes: the instance is gone, without a word.
    web.hooks.beforePage = (path) => {
      if (path !== '/2') return Promise.resolve();
      killed.resolve();
      return never();
    };
    const { source } = await first.websiteSources.create(NEW);
    await killed.promise;
    const other = instance(store.another());
    web.hooks.beforePage = () => Promise.resolve();
    web.requests.length = 0;
    await other.websiteReading.runDue();
    expect(web.requests).toEqual([]);
    first.end();
    clock.advance(LEASE_MS);
    await other.websiteReading.runDue();
    expect(web.requests).toEqual(['/2', '/3', '/4', '/5']);
    expect(await pathsOf(source.id)).toHaveLength(6);
    expect(await other.websiteSources.read(source.id)).toMatchObject({
      phase: 'read',
      pages: { read: 6, waiting: 0 },
    });
  });

  test('a website without any text completes its reading, and unpublishes earlier documents', async () => {
    const site: ScriptedSite = { pages: { '/': { reason: 'needs-script' } } };
    const { instance, clock } = shop(site);
    const one = instance();
    const id = await readOnce(one);
    expect(await one.websiteSources.read(id)).toMatchObject({ phase: 'read', published: { documents: 0 } });
    expect(one.telemetry.events.filter(({ type }) => type === 'warning')).toEqual([]);
    site.pages = some(2);
    await runTimer(one, clock, [DAY_MS]);
    expect(await pathsOf(id)).toEqual(['/0', '/1']);
    await one.websiteSources.change(id, { rules: [{ pattern: '/*', read: false }] });
    await one.settled();
    expect([await pathsOf(id), await entriesOf(id)]).toEqual([[], 4]);
  });

  test('a website that two admins add at the same time is added once', async () => {
    const { instance } = shop({ pages: some(1) });
    const all = [instance(), instance(store.another()), instance(store.another())];
    const added = await Promise.all(all.map((one) => one.websiteSources.create(NEW)));
    await Promise.all(all.map((one) => one.settled()));
    expect(added.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await storedWebsites(stored())).toHaveLength(1);
  });

  describe.each(['killed', 'without a store for some requests'] as const)(
    'whose instance is %s at any of its writes',
    (how) => {
      interface Sequence {
        prepare(one: WebsiteInstance): Promise<string>;
        act(one: WebsiteInstance, id: string, change: () => void): Promise<unknown>;
        holds(id: string, changed: string): Promise<void>;
        /** The website is the same in each round. */
        isKept?: boolean;
      }

      /** More pages are more writes of the same kinds, which take long on a store that is not near. */
      const count = latencyMs > 0 ? 1 : 2;
      const paths = Object.keys(some(count));
      /** On that store, each write is interrupted in one of the two ways. */
      const step = latencyMs > 0 ? 2 : 1;
      const first = latencyMs > 0 && how !== 'killed' ? 2 : 1;

      /** Deletes all websites, for the next round. */
      async function clear(): Promise<void> {
        const { ledger } = store;
        const all = await stored().list('website-sources');
        const kinds = all.flatMap(({ id }) =>
          ['pages', 'texts', 'documents', 'publications'].map((kind) => `website-${kind}-${id}`),
        );
        await Promise.all(
          ['website-sources', ...kinds].map(async (kind) => {
            const entries = await stored().list(kind);
            await Promise.all(entries.map(({ id, version }) => ledger.remove(kind, id, version)));
          }),
        );
      }

      /** Interrupts a sequence at each of its writes; returns how often. */
      async function interruptedAtEach({ prepare, act, holds, isKept }: Sequence): Promise<number> {
        const clock = passingClock();
        const reached = store.another();
        const site: ScriptedSite = { pages: some(count) };
        let id = '';
        for (let at = first; ; at += step) {
          const { instance } = shop(site, clock);
          const change = () => {
            site.pages['/0'] = page(`Changed ${at}`);
            clock.advance(DAY_MS);
          };
          id = isKept && id !== '' ? id : await prepare(instance());
          const { ledger, writes } = interrupted(reached, at);
          const one = instance(ledger);
          await unlessAway(act(one, id, change));
          await one.settled();
          const isWhole = writes() < at;
          const next = how === 'killed' ? instance() : one;
          // An admin whose call has failed repeats it.
          for (let isAway = !isWhole; isAway;) isAway = await unlessAway(act(next, id, change));
          await next.settled();
          await runTimer(next, clock);
          store.recover();
          await holds(id, `Changed ${at}`);
          if (isWhole) return at - step;
          if (!isKept) await clear();
        }
      }

      function interrupted(ledger: Ledger, at: number): { ledger: Ledger; writes: () => number } {
        if (how === 'killed') return failingLedger(ledger, at, (at / step) % 2 < 1 ? 'before' : 'after');
        let writes = 0;
        const note = () => {
          if (++writes === at) store.fail(3);
        };
        const counted: Ledger = {
          ...ledger,
          write(...given) {
            note();
            return ledger.write(...given);
          },
          remove(...given) {
            note();
            return ledger.remove(...given);
          },
        };
        return { ledger: counted, writes: () => writes };
      }

      test('during reading and publishing are complete a little later', async () => {
        const times = await interruptedAtEach({
          prepare: () => Promise.resolve(''),
          async act(one) {
            await one.websiteSources.create(NEW);
            await one.settled();
          },
          async holds() {
            const [{ id } = { id: '' }] = await storedWebsites(stored());
            expect([await pathsOf(id), await entriesOf(id)]).toEqual([paths, 3 * count + 1]);
          },
        });
        expect(times).toBeGreaterThan(10);
      });

      test('during publishing a change have the change and no replaced texts', async () => {
        const times = await interruptedAtEach({
          prepare: readOnce,
          isKept: true,
          async act(one, _id, change) {
            change();
            await one.websiteReading.runDue();
          },
          async holds(id, changed) {
            expect((await textsOf(id))['/0']).toContain(changed);
            expect([await pathsOf(id), await entriesOf(id)]).toEqual([paths, 3 * count + 1]);
          },
        });
        expect(times).toBeGreaterThan(10);
      });

      test('during deletion leave nothing behind', async () => {
        const times = await interruptedAtEach({
          prepare: readOnce,
          async act(one, id) {
            await one.websiteSources.remove(id);
            await one.settled();
          },
          async holds(id) {
            expect([await textsOf(id), await entriesOf(id)]).toEqual([{}, 0]);
            expect(await storedWebsites(stored())).toEqual([]);
          },
        });
        expect(times).toBeGreaterThan(5);
      });
    },
  );
});
