import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AssistantEdit } from '../../src/assistants/records/assistant.ts';
import { GRACE_MS } from '../../src/assistants/stored-revisions.ts';
import { passingClock, type ManualClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { assistantInstance } from '../support/parts/assistant-instance.ts';
import { isDone, plannedFaults, someFault } from '../support/parts/planned-faults.ts';
import { STORES, upToDate, type SharedLedger } from '../support/stores/both-stores.ts';

const FIRST: AssistantEdit = {
  name: 'Mia',
  instructions: 'Version 0',
  greeting: '',
  knowledge: { kind: 'documents' },
  handoff: 'when-unsure',
};
const NAMES = ['a.md', 'b.md', 'c.md'];
const OVERWRITE = { overwrite: true, expected: undefined };

/** Calls of admins and the timer; each may be made at the same time as another one. */
const CALLS = [
  'save the draft',
  'write in the draft',
  'remove in the draft',
  'publish',
  'publish over conflicts',
  'discard',
  'restore the last version',
  'restore the oldest version',
  'write live',
  'remove live',
  'timer',
] as const;
type Call = (typeof CALLS)[number];
/** The calls that may change what visitors get. */
const CHANGES_LIVE: ReadonlySet<Call> = new Set([
  'publish',
  'publish over conflicts',
  'restore the last version',
  'restore the oldest version',
  'write live',
  'remove live',
]);

// Most calls need a draft.
const OFTEN = ['save the draft', 'write in the draft', 'publish', 'write live'] as const;
const call = fc.constantFrom(...CALLS, ...OFTEN);
const step = fc.record({
  passMs: fc.constantFrom(0, 0, 60_000, GRACE_MS + 1),
  name: fc.constantFrom(...NAMES),
  isSecond: fc.boolean(),
  call,
  /** By the other admin, on the other instance. */
  also: fc.option(call, { freq: 2 }),
  fault: someFault,
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The instructions and texts of documents that a state shows. */
const textsIn = (state: string): string[] =>
  Array.from(state.matchAll(/"((?:Version|[abc]\.md) \d+)"/g), ([, text = '']) => text);

/** An assistant that two admins change on two instances, one of which may be killed. */
async function twoAdmins(store: SharedLedger, clock: ManualClock) {
  const reader = assistantInstance({ ledger: upToDate(store.ledger), clock, first: FIRST });
  const { id } = await reader.assistants.create({ ...FIRST, isDefault: false });
  let written = 0;

  function opened() {
    const faults = plannedFaults((requests) => store.fail(requests));
    const ledger = faults.over(store.another());
    return { ...assistantInstance({ ledger, clock, first: FIRST }), faults };
  }
  const instances: [ReturnType<typeof opened>, ReturnType<typeof opened>] = [opened(), opened()];

  async function restore({ versions }: ReturnType<typeof opened>, at: number): Promise<void> {
    const version = (await versions.list(id)).at(at);
    if (version) await versions.restore(id, version.id);
  }

  /** The live version: the instructions and the texts by name. */
  async function live() {
    const record = await reader.records.find(id);
    if (!record) throw new Error('The assistant is gone.');
    const { documents } = (await reader.assistants.find(id)) ?? { documents: [] };
    const texts = documents.map(async ({ name }) => [name, await reader.documents.read(id, name)] as const);
    return { instructions: record.value.instructions, ...Object.fromEntries(await Promise.all(texts)) };
  }

  return {
    id,
    reader,
    instances,
    live,
    make(what: Call, name: string, by: ReturnType<typeof opened>): Promise<boolean> {
      const { drafts, documents, cleanup } = by;
      const text = `${name} ${++written}`;
      const calls: Record<Call, () => Promise<unknown>> = {
        'save the draft': () => drafts.save(id, { ...FIRST, instructions: `Version ${written}` }),
        'write in the draft': () => drafts.putDocument(id, name, text),
        'remove in the draft': () => drafts.removeDocument(id, name),
        publish: () => drafts.publish(id, { ...OVERWRITE, overwrite: false }),
        'publish over conflicts': () => drafts.publish(id, OVERWRITE),
        discard: () => drafts.discard(id),
        'restore the last version': () => restore(by, 0),
        'restore the oldest version': () => restore(by, -1),
        'write live': () => documents.put(id, name, text),
        'remove live': () => documents.remove(id, name),
        timer: () => cleanup.run(),
      };
      return isDone(calls[what]());
    },
    replaceDead(): void {
      for (const [at, { faults }] of instances.entries()) if (faults.isDead()) instances[at] = opened();
    },
  };
}

describe.each(STORES)('two admins of an assistant on $name', ({ open, latencyMs }) => {
  const store = freshFixture(open);

  /** All that is or was live, and all that a draft has, as text. */
  async function known({ reader, id, live }: Awaited<ReturnType<typeof twoAdmins>>) {
    const past = await reader.versions.list(id);
    const draft = await reader.drafts.findIfAny(id);
    const texts = draft?.documents.filter(({ change }) => change !== 'removed') ?? [];
    const drafted = texts.map(({ name }) => reader.drafts.document(id, name));
    return {
      published: JSON.stringify([await live(), past]),
      drafted: JSON.stringify([draft, ...(await Promise.all(drafted))]),
    };
  }

  type Shop = Awaited<ReturnType<typeof twoAdmins>>;
  /** The assistant before a step. */
  interface Before {
    live: Awaited<ReturnType<Shop['live']>>;
    drafted: string;
    hasConflict: boolean;
  }

  /** A model of what must be true, whatever the calls have done. */
  function model(shop: Shop) {
    /** Everything that is or may have been live at some time. */
    const everLive = new Set<string>();
    /** Everything that was only in drafts that were discarded. */
    const discarded = new Set<string>();

    /** Nothing comes back: what was discarded is in no later version and in no draft. */
    async function checkDrafts(calls: readonly Call[], drafted: string, isSureDiscard: boolean) {
      const now = await known(shop);
      expect(textsIn(now.published + now.drafted).filter((text) => discarded.has(text))).toEqual([]);
      const mayPublish = calls.some((one) => one.startsWith('publish'));
      const seen = [now.published, ...(mayPublish ? [drafted, now.drafted] : [])];
      for (const text of seen.flatMap(textsIn)) everLive.add(text);
      if (!isSureDiscard) return;
      expect(now.drafted).toBe('[null]');
      for (const text of textsIn(drafted)) if (!everLive.has(text)) discarded.add(text);
    }

    return {
      async before(): Promise<Before> {
        const draft = await shop.reader.drafts.findIfAny(shop.id);
        const { profile = false, documents = [] } = draft?.conflicts ?? {};
        const hasConflict = profile || documents.length > 0;
        return { live: await shop.live(), drafted: (await known(shop)).drafted, hasConflict };
      },
      async check(calls: readonly Call[], before: Before, isSure: boolean): Promise<void> {
        const [first] = calls;
        const after = await shop.live();
        // Nothing is lost: only a call that changes the live version has changed it.
        if (!calls.some((one) => CHANGES_LIVE.has(one))) expect(after).toEqual(before.live);
        if (isSure && first?.startsWith('publish')) {
          expect(await shop.reader.drafts.findIfAny(shop.id)).toBeUndefined();
          expect(before.drafted).toContain(after.instructions);
        }
        if (isSure && first === 'publish') expect(before.hasConflict).toBe(false);
        await checkDrafts(calls, before.drafted, isSure && first === 'discard');
      },
    };
  }
  async function run(steps: readonly Step[], clock: ManualClock): Promise<void> {
    const shop = await twoAdmins(store, clock);
    const expected = model(shop);
    for (const { passMs, name, isSecond, call: first, also, fault } of steps) {
      clock.advance(passMs);
      const [by, other] = isSecond ? [shop.instances[1], shop.instances[0]] : shop.instances;
      const before = await expected.before();
      by.faults.plan(fault);
      const [isFirstDone] = await Promise.all([
        shop.make(first, name, by),
        also === null ? undefined : shop.make(also, name, other),
      ]);
      store.recover();
      by.faults.plan(null);
      shop.replaceDead();
      await expected.check(also === null ? [first] : [first, also], before, isFirstDone && also === null);
    }

    // Every version that is listed can be restored, with all its texts.
    clock.advance(GRACE_MS + 1);
    await shop.reader.cleanup.run();
    for (const { id, edit, documents } of await shop.reader.versions.list(shop.id)) {
      await shop.reader.versions.restore(shop.id, id);
      const { instructions, ...texts } = await shop.live();
      expect(instructions).toBe(edit.instructions);
      expect(Object.keys(texts).toSorted()).toEqual(documents.map(({ name }) => name).toSorted());
    }
  }

  test('neither lose versions nor restore discarded ones, in any sequence of calls, crashes and outages', async () => {
    const clock = passingClock();
    const steps = fc.array(step, { minLength: 3, maxLength: latencyMs > 0 ? 5 : 15 });
    await fc.assert(
      fc.asyncProperty(steps, async (each) => await run(each, clock)),
      { numRuns: latencyMs > 0 ? 2 : 25 },
    );
  });
});
