import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REMOVED_AGAIN_MS } from '../../src/websites/website-records.ts';
import { LEASE_MS } from '../../src/platform/leases.ts';
import { passingClock, type ManualClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { scriptedWebsites, type ScriptedSite } from '../support/ports/scripted-websites.ts';
import { isDone, plannedFaults, someFault } from '../support/parts/planned-faults.ts';
import { STORES, upToDate, type SharedLedger } from '../support/stores/both-stores.ts';
import {
  publishedTexts,
  storedEntries,
  storedWebsites,
  websiteInstances,
} from '../support/parts/website-shop.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NEW = { assistantId: 'default', choices: {}, start: true };
const PATHS = ['/0', '/1', '/2'];
const EXCLUDED = '/0';

/** Calls of an admin and the timer; each may be made at the same time as another one. */
const CALLS = [
  'add',
  'start',
  'stop',
  'remove',
  'publish',
  'review first',
  'publish immediately',
  'exclude a page',
  'include all pages',
  'timer',
] as const;
type Call = (typeof CALLS)[number];

const call = fc.constantFrom(...CALLS);
const step = fc.record({
  /** The change of the site that comes first. */
  site: fc.constantFrom('unchanged', 'unchanged', 'edited', 'a page less', 'a page more', 'away', 'back'),
  path: fc.constantFrom(...PATHS),
  passMs: fc.constantFrom(0, 0, MINUTE_MS, 20 * MINUTE_MS, DAY_MS),
  isSecond: fc.boolean(),
  call,
  /** By the other instance. */
  also: fc.option(call),
  fault: someFault,
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A website with two instances that read it, one of which may be killed, and every text that it has had. */
function twoInstances(store: SharedLedger, host: string, clock: ManualClock) {
  const site: ScriptedSite = { pages: {} };
  const web = scriptedWebsites({ [host]: site });
  const { instance } = websiteInstances(store.ledger, web.websites, clock);
  const texts = new Map(PATHS.map((path) => [path, new Set<string>()]));
  /** Pages that were gone or excluded for a while; they may be missing in what is published, too. */
  const dropped = new Set<string>();
  let version = 0;

  function put(path: string): void {
    const markdown = `Text ${path.slice(1)} of version ${++version}.`;
    texts.get(path)?.add(markdown);
    site.pages[path] = { markdown, etag: `"${version}"` };
  }

  function opened() {
    const faults = plannedFaults((requests) => store.fail(requests));
    return { ...instance(faults.over(store.another())), faults };
  }

  for (const path of PATHS) put(path);
  const instances: [ReturnType<typeof opened>, ReturnType<typeof opened>] = [opened(), opened()];
  return {
    site,
    texts,
    dropped,
    instances,
    instance,
    /** Replaces the instances that were killed; their leases end. */
    async replaceDead(): Promise<void> {
      for (const [at, one] of instances.entries()) {
        if (!one.faults.isDead()) continue;
        one.end();
        await one.settled();
        clock.advance(LEASE_MS);
        instances[at] = opened();
      }
    },
    change({ site: what, path }: Pick<Step, 'site' | 'path'>): void {
      if (what === 'edited' && site.pages[path]) put(path);
      if (what === 'a page more' && !site.pages[path]) put(path);
      if (what === 'away') site.refusal = 'unreachable';
      if (what === 'back') delete site.refusal;
      if (what !== 'a page less') return;
      site.pages = Object.fromEntries(Object.entries(site.pages).filter(([one]) => one !== path));
      dropped.add(path);
    },
  };
}

type Instance = ReturnType<typeof twoInstances>['instances'][number];

async function make(what: Call, { websiteSources, websiteReading }: Instance, id: string, host: string) {
  const excluded = [{ pattern: EXCLUDED, read: false }];
  const calls: Record<Call, () => Promise<unknown>> = {
    add: () => websiteSources.create({ ...NEW, address: host }),
    start: () => websiteSources.start(id),
    stop: () => websiteSources.stop(id),
    remove: () => websiteSources.remove(id),
    publish: () => websiteSources.publish(id),
    'review first': () => websiteSources.change(id, { publish: 'review' }),
    'publish immediately': () => websiteSources.change(id, { publish: 'live' }),
    'exclude a page': () => websiteSources.change(id, { rules: excluded }),
    'include all pages': () => websiteSources.change(id, { rules: [] }),
    timer: () => websiteReading.runDue(),
  };
  await isDone(calls[what]());
}

describe.each(STORES)('two instances on $name', ({ open, latencyMs }) => {
  const store = freshFixture(open);
  const stored = () => upToDate(store.ledger);
  const listed = async (host: string) =>
    (await storedWebsites(stored())).filter(({ value }) => value.address.includes(host)).map(({ id }) => id);

  /** Compares what is stored of a website with all that has happened to it. */
  function watch({ site, texts, dropped }: ReturnType<typeof twoInstances>, host: string) {
    const all = new Set<string>();
    const removed = new Set<string>();
    let id = '';
    let before: string[] = [];

    return {
      id: () => id,
      /** All websites that have had the address. */
      ids: () => all,
      /** Nothing comes back, nothing is from elsewhere, and nothing is lost. */
      async check(calls: readonly (Call | null)[]): Promise<void> {
        const [present, ...others] = await listed(host);
        expect(others).toEqual([]);
        const isSame = present === id && !calls.includes('remove');
        id = present ?? id;
        all.add(id);
        if (present !== undefined && calls.includes('add')) removed.delete(present);
        for (const one of all) if (one !== present) removed.add(one);
        for (const one of removed) {
          expect(one).not.toBe(present);
          expect(await publishedTexts(stored(), one)).toEqual({});
        }
        const published = present === undefined ? {} : await publishedTexts(stored(), present);
        for (const [path, text] of Object.entries(published)) {
          expect([...(texts.get(path) ?? [])].filter((one) => text.includes(one))).toHaveLength(1);
        }
        const kept = before.filter((path) => !dropped.has(path) && site.pages[path]);
        if (isSame) expect(Object.keys(published)).toEqual(expect.arrayContaining(kept));
        before = Object.keys(published);
      },
    };
  }

  async function run(steps: readonly Step[], clock: ManualClock, host: string): Promise<void> {
    const shop = twoInstances(store, host, clock);
    const watched = watch(shop, host);
    const [first] = shop.instances;
    await make('add', first, '', host);
    await first.settled();
    await watched.check(['add']);
    for (const one of steps) {
      shop.change(one);
      if (one.call === 'exclude a page' || one.also === 'exclude a page') shop.dropped.add(EXCLUDED);
      clock.advance(one.passMs);
      const [by, other] = one.isSecond ? [shop.instances[1], shop.instances[0]] : shop.instances;
      by.faults.plan(one.fault);
      const also = one.also === null ? undefined : make(one.also, other, watched.id(), host);
      await Promise.all([make(one.call, by, watched.id(), host), also]);
      await Promise.all([by.settled(), other.settled()]);
      store.recover();
      by.faults.plan(null);
      await shop.replaceDead();
      await watched.check([one.call, one.also]);
    }

    // After some quiet days the assistant has exactly the pages of the site.
    delete shop.site.refusal;
    clock.advance(LEASE_MS);
    const last = shop.instance();
    const choices = { rules: [], publish: 'live' as const, schedule: 'day' as const };
    const { source } = await last.websiteSources.create({ ...NEW, address: host, choices });
    await last.settled();
    // A reading that has ended two instances waits for an admin.
    const { phase } = await last.websiteSources.read(source.id);
    if (phase === 'failed') await last.websiteSources.start(source.id);
    await last.settled();
    for (let day = 0; day < 5; day++) {
      clock.advance(DAY_MS);
      await last.websiteReading.runDue();
    }
    const paths = Object.keys(shop.site.pages).sort();
    const published = await publishedTexts(stored(), source.id);
    expect(Object.keys(published).sort()).toEqual(paths);
    for (const path of paths) expect(published[path]).toContain([...(shop.texts.get(path) ?? [])].at(-1));
    expect(await storedEntries(stored(), source.id)).toBe(paths.length === 0 ? 0 : 3 * paths.length + 1);

    await last.websiteSources.remove(source.id);
    await last.settled();
    // Deleted websites of one host are cleared one after the other.
    for (const ms of [MINUTE_MS, REMOVED_AGAIN_MS, MINUTE_MS, MINUTE_MS]) {
      clock.advance(ms);
      await last.websiteReading.runDue();
    }
    const ids = watched.ids().add(source.id);
    for (const one of ids) expect(await storedEntries(stored(), one)).toBe(0);
    expect((await stored().list('website-sources')).filter(({ id }) => ids.has(id))).toEqual([]);
  }

  test('neither lose pages nor restore deleted ones, in any sequence of calls, crashes and outages', async () => {
    const clock = passingClock();
    const steps = fc.array(step, { minLength: 3, maxLength: latencyMs > 0 ? 5 : 12 });
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (each) => await run(each, clock, `shop${++runs}.example`)),
      { numRuns: latencyMs > 0 ? 2 : 25 },
    );
  });
});
