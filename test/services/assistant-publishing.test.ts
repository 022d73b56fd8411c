import { describe, expect, test } from 'vitest';
import { AppError } from '../../src/domain/errors.ts';
import { editOf, type AssistantEdit } from '../../src/domain/records/assistant.ts';
import type { Ledger } from '../../src/ports.ts';
import { assistantInstance } from './assistant-instance.ts';
import { failingLedger } from './failing-ledger.ts';
import { freshFixture } from '../support/fixtures.ts';
import { passingClock } from '../support/clocks/manual-clock.ts';
import { refusal } from '../support/refusal.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const OLD: AssistantEdit = {
  name: 'Mia',
  instructions: 'Old.',
  greeting: '',
  knowledge: { kind: 'documents' },
  handoff: 'when-unsure',
};
const NEW: AssistantEdit = { ...OLD, instructions: 'New.' };

const store = freshFixture(() => openSqlite());
const clock = freshFixture(() => passingClock());

/** An instance of the service over a ledger. */
const instance = (ledger: Ledger = store.ledger) => assistantInstance({ ledger, clock, first: OLD });

/** What a visitor meets: the instructions, and the texts of the documents. */
async function live(id: string, { documents, records } = instance()): Promise<string[]> {
  const record = await records.find(id);
  const texts = await (await documents.source(id, record)).documents();
  return [
    record ? editOf(record.value).instructions : '',
    ...texts.map(({ markdown }) => markdown).toSorted(),
  ];
}

const BEFORE = ['Old.', 'A old', 'B old', 'D'];
const AFTER = ['New.', 'A new', 'C new', 'D'];

/** An assistant with a candidate that replaces, removes and adds a document. */
async function staged(): Promise<string> {
  const { agents, candidates } = instance();
  const { id } = await agents.create({ ...OLD, isDefault: false });
  for (const [name, text] of [
    ['a.md', 'A old'],
    ['b.md', 'B old'],
    ['d.md', 'D'],
  ] as const) {
    await agents.putDocument(id, name, text);
  }
  clock.advance(3_600_000);
  await candidates.save(id, NEW);
  await candidates.putDocument(id, 'a.md', 'A new');
  await candidates.putDocument(id, 'c.md', 'C new');
  await candidates.removeDocument(id, 'b.md');
  return id;
}

/** Interrupts an action at each of its writes; `done` is the number of interruptions. */
async function interruptedAtEach(
  prepare: () => Promise<string>,
  act: (id: string, one: ReturnType<typeof instance>) => Promise<unknown>,
  [before, after]: [readonly string[], readonly string[]],
): Promise<number> {
  for (let at = 1; ; at++) {
    for (const when of ['before', 'after'] as const) {
      const id = await prepare();
      const { ledger, writes } = failingLedger(store.ledger, at, when);
      await refusal(act(id, instance(ledger))).catch(() => undefined);
      expect([before, after]).toContainEqual(await live(id));
      const isWhole = writes() < at;
      if (!isWhole) await act(id, instance());
      expect(await live(id)).toEqual(after);
      if (isWhole) return at - 1;
    }
  }
}

describe('publishing', () => {
  test('that is interrupted at any write leaves the old or the new, whole, and can be repeated', async () => {
    const writes = await interruptedAtEach(
      staged,
      (id, { candidates }) => candidates.publish(id).catch(gone),
      [BEFORE, AFTER],
    );
    expect(writes).toBeGreaterThan(5);
  });

  test('leaves no text of the candidate, and none that is in no list', async () => {
    const id = await staged();
    const { ledger } = failingLedger(store.ledger, 6, 'after');
    await refusal(instance(ledger).candidates.publish(id));
    await instance().candidates.publish(id);
    clock.advance(3_600_000);
    await instance().agents.putDocument(id, 'd.md', 'D again');
    const { candidates } = instance();
    await candidates.save(id, NEW);
    await candidates.publish(id);
    expect(await store.ledger.list(`documents-${id}`)).toHaveLength(3);
    expect(await store.ledger.list(`documents-candidate-${id}`)).toEqual([]);
    expect(await candidates.findIfAny(id)).toBeUndefined();
  });

  test('of two at once is done by one', async () => {
    const id = await staged();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () => instance().candidates.publish(id)),
    );
    const done = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(done.length).toBeGreaterThanOrEqual(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        expect(['precondition-failed', 'candidate-not-found', 'not-found']).toContain(codeOf(outcome.reason));
      }
    }
    expect(await live(id)).toEqual(AFTER);
  });

  test('loses no document that is uploaded meanwhile, and no later change of the candidate', async () => {
    const id = await staged();
    let meanwhile: () => Promise<unknown> = async () => {
      meanwhile = () => Promise.resolve();
      await instance().agents.putDocument(id, 'e.md', 'E');
      await instance().candidates.putDocument(id, 'f.md', 'F');
    };
    const { ledger } = store;
    const slow: Ledger = {
      ...ledger,
      async write(kind, ...rest) {
        if (kind === 'assistants') await meanwhile();
        return await ledger.write(kind, ...rest);
      },
    };
    await instance(slow).candidates.publish(id);
    expect(await live(id)).toEqual(['New.', 'A new', 'C new', 'D', 'E']);
    const { documents, outdated } = await instance().candidates.find(id);
    expect(documents.map(({ name }) => name)).toContain('f.md');
    expect(outdated).toBe(true);
  });

  test('is refused where a document that it replaces was changed meanwhile', async () => {
    const id = await staged();
    let changed = false;
    const { ledger } = store;
    const slow: Ledger = {
      ...ledger,
      async write(kind, ...rest) {
        if (kind === 'assistants' && !changed) {
          changed = true;
          await instance().agents.putDocument(id, 'a.md', 'A by hand');
        }
        return await ledger.write(kind, ...rest);
      },
    };
    expect(await refusal(instance(slow).candidates.publish(id))).toBe('precondition-failed');
    expect(await live(id)).toEqual(['Old.', 'A by hand', 'B old', 'D']);
  });

  test('is refused where a document of the candidate is being changed', async () => {
    const id = await staged();
    const { etag } = await instance().candidates.find(id);
    const { ledger } = failingLedger(store.ledger, 3, 'after');
    const put = instance(ledger).candidates.putDocument(id, 'f.md', 'F');
    expect(await refusal(put)).toBe('store-unavailable');
    const { documents } = await instance().candidates.find(id);
    expect(documents.map(({ name }) => name)).toContain('f.md');
    expect(await refusal(instance().candidates.publish(id, [etag]))).toBe('precondition-failed');
    expect(await live(id)).toEqual(BEFORE);
  });

  test('is refused where a document of the candidate is changed while it is read', async () => {
    const id = await staged();
    const { ledger } = store;
    let isChanged = false;
    const slow: Ledger = {
      ...ledger,
      async read(kind, key, ...rest) {
        if (kind === 'assistant-documents' && key === `candidate-${id}` && !isChanged) {
          isChanged = true;
          await instance().candidates.putDocument(id, 'a.md', 'A unseen');
        }
        return await ledger.read(kind, key, ...rest);
      },
    };
    expect(await refusal(instance(slow).candidates.publish(id))).toBe('precondition-failed');
    expect(await live(id)).toEqual(BEFORE);
  });

  test('leaves a visitor who still has the list before with all of its texts', async () => {
    const id = await staged();
    const before = await instance().documents.source(id);
    await instance().candidates.publish(id);
    const texts = (await before.documents()).map(({ markdown }) => markdown).toSorted();
    expect(texts).toEqual(BEFORE.slice(1));
  });
});

test('a roll-back that is interrupted at any write leaves the old or the new, whole', async () => {
  const published = async () => {
    const id = await staged();
    await instance().candidates.publish(id);
    return id;
  };
  const rollBack = async (id: string, { agents }: ReturnType<typeof instance>) => {
    const [newest] = (await instance().agents.versions(id)).filter(
      ({ edit }) => edit.instructions === 'Old.',
    );
    await agents.restore(id, newest?.id ?? '');
  };
  const writes = await interruptedAtEach(published, rollBack, [AFTER, BEFORE]);
  expect(writes).toBeGreaterThan(5);
});

test('versions of one millisecond are listed in the order in which they were replaced', async () => {
  const { agents } = instance();
  const { id } = await agents.create({ ...OLD, isDefault: false });
  for (let change = 1; change <= 8; change++) {
    await agents.update(id, { ...OLD, instructions: `${change}`, isDefault: false });
  }
  const kept = await agents.versions(id);
  expect(kept.map(({ edit }) => edit.instructions)).toEqual(['7', '6', '5', '4', '3', '2', '1', 'Old.']);
});

test('a document that was stored, although the store did not say so, keeps its text', async () => {
  const { agents } = instance();
  const { id } = await agents.create({ ...OLD, isDefault: false });
  await agents.putDocument(id, 'a.md', 'A old');
  let isLost = false;
  const { ledger } = store;
  const losing: Ledger = {
    ...ledger,
    async write(kind, ...rest) {
      const version = await ledger.write(kind, ...rest);
      if (kind !== 'assistants' || isLost) return version;
      isLost = true;
      throw new AppError('store-unavailable');
    },
  };
  expect(await refusal(instance(losing).agents.putDocument(id, 'a.md', 'A new'))).toBe('store-unavailable');
  expect(await live(id)).toEqual(['Old.', 'A new']);
});

test('documents of an earlier release are read, replaced, kept for versions and restored', async () => {
  const { agents, documents } = instance();
  const { id } = await agents.create({ ...OLD, isDefault: false });
  const updatedAt = new Date(clock.now()).toISOString();
  const listing = { documents: [{ name: 'a.md', characters: 5, updatedAt }] };
  await store.ledger.write('assistant-documents', id, listing, 'absent');
  await store.ledger.write(`documents-${id}`, 'a.md', { name: 'a.md', markdown: 'A old' }, 'absent');
  expect(await live(id)).toEqual(['Old.', 'A old']);
  expect((await agents.list()).find((one) => one.id === id)?.documents).toHaveLength(1);
  const { etag } = (await agents.find(id)) ?? {};
  await agents.putDocument(id, 'a.md', 'A new');
  expect(await live(id)).toEqual(['Old.', 'A new']);
  expect((await agents.find(id))?.etag).toBe(etag);
  expect(await store.ledger.list('assistant-documents')).toEqual([]);
  const [version] = await agents.versions(id);
  await agents.restore(id, version?.id ?? '');
  expect(await live(id)).toEqual(['Old.', 'A old']);
  expect(await documents.read(id, 'a.md')).toBe('A old');
});

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : undefined);

/** A repeat finds no candidate where the interrupted call was at its very end. */
function gone(error: unknown): void {
  if (codeOf(error) !== 'candidate-not-found') throw error;
}
