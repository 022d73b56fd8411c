import { describe, expect, test } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import type { AssistantEdit } from '../../src/assistants/records/assistant.ts';
import type { Ledger } from '../../src/ports.ts';
import { assistantInstance } from '../support/parts/assistant-instance.ts';
import { failingLedger } from '../support/parts/failing-ledger.ts';
import { freshFixture } from '../support/fixtures.ts';
import { passingClock } from '../support/clocks/manual-clock.ts';
import { refusal } from '../support/refusal.ts';
import { STORES, upToDate } from '../support/stores/both-stores.ts';

const OLD: AssistantEdit = {
  name: 'Mia',
  instructions: 'Old.',
  greeting: '',
  knowledge: { kind: 'documents' },
  handoff: 'when-unsure',
};
const NEW: AssistantEdit = { ...OLD, instructions: 'New.' };

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : undefined);

/** A repeat finds no draft where the interrupted call was at its very end. */
function gone(error: unknown): void {
  if (codeOf(error) !== 'draft-not-found') throw error;
}

describe.each(STORES)('assistants on $name', ({ open }) => {
  const store = freshFixture(open);
  const clock = freshFixture(() => passingClock());

  /** An instance of the service over a ledger. */
  const instance = (ledger: Ledger = store.ledger) => assistantInstance({ ledger, clock, first: OLD });

  /** The version that a visitor gets: the instructions, and the texts of the documents. */
  async function live(
    id: string,
    { live: published, records } = instance(upToDate(store.ledger)),
  ): Promise<string[]> {
    const record = await records.find(id);
    const texts = record ? await (await published.knowledge(record)).documents() : [];
    return [record?.value.instructions ?? '', ...texts.map(({ markdown }) => markdown).toSorted()];
  }

  const ANY = { overwrite: false, expected: undefined };
  const BEFORE = ['Old.', 'A old', 'B old', 'D', 'E'];
  const AFTER = ['New.', 'A new', 'C new', 'D', 'E'];

  /** An assistant with a draft that replaces, removes and adds a document. One was added live since. */
  async function staged(): Promise<string> {
    const { assistants, documents, drafts } = instance();
    const { id } = await assistants.create({ ...OLD, isDefault: false });
    for (const [name, text] of [
      ['a.md', 'A old'],
      ['b.md', 'B old'],
      ['d.md', 'D'],
    ] as const) {
      await documents.put(id, name, text);
    }
    clock.advance(3_600_000);
    await drafts.save(id, NEW);
    await drafts.putDocument(id, 'a.md', 'A new');
    await drafts.putDocument(id, 'c.md', 'C new');
    await drafts.removeDocument(id, 'b.md');
    await documents.put(id, 'e.md', 'E');
    return id;
  }

  /** Interrupts an action at each of its writes; `done` is the number of interruptions. */
  async function interruptedAtEach(
    prepare: () => Promise<string>,
    act: (id: string, one: ReturnType<typeof instance>) => Promise<unknown>,
    [before, after]: [readonly string[], readonly string[]],
  ): Promise<number> {
    const reached = store.another();
    for (let at = 1; ; at++) {
      for (const when of ['before', 'after'] as const) {
        const id = await prepare();
        const { ledger, writes } = failingLedger(reached, at, when);
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
    test('that is interrupted at any write leaves the complete old or new version, and can be repeated', async () => {
      const writes = await interruptedAtEach(
        staged,
        (id, { drafts }) => drafts.publish(id, ANY).catch(gone),
        [BEFORE, AFTER],
      );
      expect(writes).toBeGreaterThan(1);
    });

    test('can be repeated with the same version of the draft without an effect', async () => {
      const id = await staged();
      const { etag } = await instance().drafts.find(id);
      await instance().drafts.publish(id, { overwrite: false, expected: [etag] });
      await instance().drafts.publish(id, { overwrite: false, expected: [etag] });
      expect(await live(id)).toEqual(AFTER);
      expect(await refusal(instance().drafts.publish(id, ANY))).toBe('draft-not-found');
      expect(await instance().versions.list(id)).toHaveLength(3);
    });

    test('by several admins at the same time is done once', async () => {
      const id = await staged();
      const outcomes = await Promise.allSettled(
        Array.from({ length: 4 }, () => instance().drafts.publish(id, ANY)),
      );
      const done = outcomes.filter(({ status }) => status === 'fulfilled');
      expect(done.length).toBeGreaterThanOrEqual(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') {
          expect(['precondition-failed', 'draft-not-found', 'not-found']).toContain(codeOf(outcome.reason));
        }
      }
      expect(await live(id)).toEqual(AFTER);
    });

    test('keeps documents that are uploaded during it, to the live version or to the draft', async () => {
      const id = await staged();
      let meanwhile: () => Promise<unknown> = async () => {
        meanwhile = () => Promise.resolve();
        await instance().documents.put(id, 'f.md', 'F');
        await instance().drafts.putDocument(id, 'g.md', 'G');
      };
      const { ledger } = store;
      const slow: Ledger = {
        ...ledger,
        async write(kind, ...rest) {
          if (kind === 'assistant-records') await meanwhile();
          return await ledger.write(kind, ...rest);
        },
      };
      await instance(slow).drafts.publish(id, ANY);
      expect(await live(id)).toEqual([...AFTER, 'F', 'G']);
    });

    test('is refused if a document that it replaces was changed in the meantime', async () => {
      const id = await staged();
      let changed = false;
      const { ledger } = store;
      const slow: Ledger = {
        ...ledger,
        async write(kind, ...rest) {
          if (kind === 'assistant-records' && !changed) {
            changed = true;
            await instance().documents.put(id, 'a.md', 'A by hand');
          }
          return await ledger.write(kind, ...rest);
        },
      };
      expect(await refusal(instance(slow).drafts.publish(id, ANY))).toBe('draft-conflict');
      expect(await live(id)).toEqual(['Old.', 'A by hand', 'B old', 'D', 'E']);
      // Further changes of the draft keep the conflict.
      await instance().drafts.save(id, NEW);
      await instance().drafts.putDocument(id, 'a.md', 'A new');
      const { conflicts, etag } = await instance().drafts.find(id);
      expect(conflicts).toEqual({ profile: false, documents: ['a.md'] });
      expect(await refusal(instance().drafts.publish(id, ANY))).toBe('draft-conflict');
      await instance().drafts.publish(id, { overwrite: true, expected: [etag] });
      expect(await live(id)).toEqual(AFTER);
    });

    test('is refused while a document of the draft is being changed', async () => {
      const id = await staged();
      const { etag } = await instance().drafts.find(id);
      const { ledger } = failingLedger(store.ledger, 3, 'after');
      const put = instance(ledger).drafts.putDocument(id, 'f.md', 'F');
      expect(await refusal(put)).toBe('store-unavailable');
      const { documents } = await instance().drafts.find(id);
      expect(documents.map(({ name }) => name)).toContain('f.md');
      expect(await refusal(instance().drafts.publish(id, { overwrite: false, expected: [etag] }))).toBe(
        'precondition-failed',
      );
      expect(await live(id)).toEqual(BEFORE);
    });

    test('keeps the texts of the previous list for visitors who still use it', async () => {
      const id = await staged();
      const { live: published, records } = instance();
      const record = await records.find(id);
      await instance().drafts.publish(id, ANY);
      const texts = ((await (record && (await published.knowledge(record)).documents())) ?? [])
        .map(({ markdown }) => markdown)
        .toSorted();
      expect(texts).toEqual(BEFORE.slice(1));
    });
  });

  test('a rollback that is interrupted at any write leaves the complete old or new version', async () => {
    const published = async () => {
      const id = await staged();
      await instance().drafts.publish(id, ANY);
      return id;
    };
    const rollBack = async (id: string, { versions }: ReturnType<typeof instance>) => {
      const record = await instance().records.find(id);
      if (record?.value.instructions === 'Old.') return;
      const [newest] = await instance().versions.list(id);
      await versions.restore(id, newest?.id ?? '');
    };
    const writes = await interruptedAtEach(published, rollBack, [AFTER, BEFORE]);
    expect(writes).toBe(1);
  });

  test('a rollback that is repeated changes nothing', async () => {
    const id = await staged();
    const { drafts, versions } = instance();
    await drafts.publish(id, ANY);
    const [newest] = await versions.list(id);
    await versions.restore(id, newest?.id ?? '');
    const after = await instance().records.find(id);
    await versions.restore(id, newest?.id ?? '');
    expect(await instance().records.find(id)).toEqual(after);
  });

  test('versions of the same millisecond are listed in the order in which they were replaced', async () => {
    const { assistants, versions } = instance();
    const { id } = await assistants.create({ ...OLD, isDefault: false });
    for (let change = 1; change <= 8; change++) {
      await assistants.update(id, { ...OLD, instructions: `${change}`, isDefault: false });
    }
    const kept = await versions.list(id);
    expect(kept.map(({ edit }) => edit.instructions)).toEqual(['7', '6', '5', '4', '3', '2', '1', 'Old.']);
  });

  test('a document that was stored although the store reported a failure keeps its text', async () => {
    const { assistants, documents } = instance();
    const { id } = await assistants.create({ ...OLD, isDefault: false });
    await documents.put(id, 'a.md', 'A old');
    let isLost = false;
    const { ledger } = store;
    const losing: Ledger = {
      ...ledger,
      async write(kind, ...rest) {
        const version = await ledger.write(kind, ...rest);
        if (kind !== 'assistant-records' || isLost) return version;
        isLost = true;
        throw new AppError('store-unavailable');
      },
    };
    expect(await refusal(instance(losing).documents.put(id, 'a.md', 'A new'))).toBe('store-unavailable');
    expect(await live(id)).toEqual(['Old.', 'A new']);
  });

  test('discarding a draft that is interrupted at any write does not change the live version', async () => {
    const writes = await interruptedAtEach(staged, (id, { drafts }) => drafts.discard(id), [BEFORE, BEFORE]);
    expect(writes).toBeGreaterThan(0);
  });

  test('a discarded draft does not come back, and a later draft starts from the current documents', async () => {
    const id = await staged();
    await instance().drafts.discard(id);
    await instance().documents.put(id, 'b.md', 'B new');
    expect(await refusal(instance().drafts.publish(id, ANY))).toBe('draft-not-found');
    await instance().drafts.save(id, NEW);
    await instance().drafts.publish(id, ANY);
    expect(await live(id)).toEqual(['New.', 'A old', 'B new', 'D', 'E']);
  });
});
