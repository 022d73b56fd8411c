import { describe, expect, test } from 'vitest';
import type { Ledger } from '../../src/ports.ts';
import { LEASE_MS } from '../../src/platform/leases.ts';
import { passingClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import {
  publishedTexts,
  readOnce,
  runTimer,
  unlessAway,
  websiteShop,
} from '../support/parts/website-shop.ts';
import type { ScriptedSite } from '../support/ports/scripted-websites.ts';
import { STORES, upToDate } from '../support/stores/both-stores.ts';

const NEW = { assistantId: 'default', address: 'shop.example', choices: {}, start: true };
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The first request that `isIt` accepts waits until `resume` is called; those after it do not wait. */
function hanging(ledger: Ledger, isIt: (method: 'read' | 'write', kind: string) => boolean) {
  const reached = Promise.withResolvers<void>();
  const resumed = Promise.withResolvers<void>();
  let isOver = false;
  const wait = async (method: 'read' | 'write', kind: string) => {
    if (isOver || !isIt(method, kind)) return;
    isOver = true;
    reached.resolve();
    await resumed.promise;
  };
  const slow: Ledger = {
    ...ledger,
    async read(kind, ...given) {
      await wait('read', kind);
      return await ledger.read(kind, ...given);
    },
    async write(kind, ...given) {
      await wait('write', kind);
      return await ledger.write(kind, ...given);
    },
    async remove(kind, ...given) {
      await wait('write', kind);
      return await ledger.remove(kind, ...given);
    },
  };
  return { ledger: slow, reached: reached.promise, resume: () => resumed.resolve() };
}

describe.each(STORES)('a website on $name', ({ open, latencyMs }) => {
  const store = freshFixture(open);
  const stored = () => upToDate(store.ledger);
  const textsOf = (sourceId: string) => publishedTexts(stored(), sourceId);

  describe('whose instance hangs until another one has taken over', () => {
    /** A website of one page that the other instance has read again while the first one hung. */
    async function takenOver(kind: string) {
      const site: ScriptedSite = { pages: { '/a': { markdown: 'Old', etag: '"1"' } } };
      const { instance, clock, web } = websiteShop(store.ledger, site, passingClock());
      const { ledger, reached, resume } = hanging(store.another(), (_method, asked) =>
        asked.startsWith(kind),
      );
      const first = instance(ledger);
      const { source } = await first.websiteSources.create(NEW);
      await reached;
      // Its lease is no longer renewed.
      first.end();
      clock.advance(LEASE_MS);
      Object.assign(site.pages, { '/a': { markdown: 'New', etag: '"2"' } });
      const other = instance();
      await other.websiteSources.start(source.id);
      await other.settled();
      resume();
      await first.settled();
      return { source, other, clock, web };
    }

    test('keeps the page and text of the other instance, at a request of website-pages', async () => {
      const { source } = await takenOver('website-pages');
      const [read] = await stored().list(`website-pages-${source.id}`);
      const [text] = await stored().list(`website-texts-${source.id}`);
      expect([read?.value, text?.value]).toMatchObject([{ etag: '"2"' }, { markdown: 'New' }]);
    });

    test.each(['website-texts', 'website-publications'])(
      'keeps the texts of the other instance, at a request of %s',
      async (kind) => {
        const { source, other, clock, web } = await takenOver(kind);
        const [read] = await stored().list(`website-pages-${source.id}`);
        expect(read?.value).toMatchObject({ etag: '"2"' });
        // Makes the documents again.
        const leftOutBlocks = [{ hash: 'x'.repeat(16), text: 'Else' }];
        await other.websiteSources.change(source.id, { leftOutBlocks });
        await other.settled();
        await runTimer(other, clock, [MINUTE_MS, DAY_MS, DAY_MS]);
        expect(web.requests.length).toBeGreaterThan(2);
        expect((await textsOf(source.id))['/a']).toContain('New');
      },
    );
  });

  test('whose instance hangs at any of its writes keeps what another one publishes by then', async () => {
    const clock = passingClock();
    const site: ScriptedSite = { pages: {} };
    const state = (markdown: string, etag: number) => {
      site.pages = { '/a': { markdown, etag: `"${etag}"` }, '/b': { markdown: 'Else', etag: '"b"' } };
    };
    state('Earlier', 0);
    const { instance } = websiteShop(store.ledger, site, clock);
    const id = await readOnce(instance());
    // A store that is not near takes long.
    const step = latencyMs > 0 ? 4 : 1;
    let number = 1;
    for (; ; number += step) {
      state('Other', 2 * number);
      clock.advance(DAY_MS);
      let writes = 0;
      const { ledger, reached, resume } = hanging(
        store.ledger,
        (method) => method === 'write' && ++writes === number,
      );
      const first = instance(ledger);
      const isOver = unlessAway(first.websiteReading.runDue()).then(() => true);
      const isWhole = await Promise.race([isOver, reached.then(() => false)]);
      first.end();
      clock.advance(LEASE_MS);
      state('Earlier', 2 * number + 1);
      const other = instance();
      await other.websiteSources.start(id);
      await other.settled();
      resume();
      await isOver;
      await first.settled();
      await runTimer(other, clock, [DAY_MS, MINUTE_MS]);
      expect([number, (await textsOf(id))['/a']]).toEqual([number, expect.stringContaining('Earlier')]);
      if (isWhole) break;
    }
    expect(number).toBeGreaterThan(10);
  });
});
