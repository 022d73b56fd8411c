import { describe, expect, test } from 'vitest';
import type { Ledger } from '../../src/ports.ts';
import { REMOVED_AGAIN_MS } from '../../src/assistants/assistant-removal.ts';
import { assistantInstance, MIA } from '../support/parts/assistant-instance.ts';
import { failingLedger } from '../support/parts/failing-ledger.ts';
import { passingClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { refusal } from '../support/refusal.ts';
import { STORES, upToDate } from '../support/stores/both-stores.ts';

describe.each(STORES)('assistants on $name', ({ open: openStore }) => {
  const store = freshFixture(openStore);
  const clock = freshFixture(() => passingClock());
  const open = (ledger: Ledger = store.ledger) => assistantInstance({ ledger, clock, first: MIA });

  async function made(): Promise<string> {
    const { assistants, putMany } = open();
    const { id } = await assistants.create({ ...MIA, isDefault: false });
    await putMany(id, { 'a.md': 'A', 'b.md': 'B' });
    await assistants.update(id, { ...MIA, instructions: 'New.', isDefault: false });
    return id;
  }

  const entries = async (...kinds: string[]) =>
    (await Promise.all(kinds.map((kind) => upToDate(store.ledger).list(kind)))).flat().length;
  const leftOf = (id: string) => entries(`assistant-revisions-${id}`, `assistant-texts-${id}`);

  test('a removal that is killed at any write is completed by the timer, and nothing is left', async () => {
    const reached = store.another();
    for (let at = 1; ; at++) {
      const id = await made();
      const { ledger, writes } = failingLedger(reached, at, at % 2 === 0 ? 'before' : 'after');
      const one = open(ledger);
      await refusal(one.assistants.remove(id)).catch(() => undefined);
      await one.settled();
      const isGone = (await open(upToDate(store.ledger)).assistants.find(id)) === undefined;
      clock.advance(REMOVED_AGAIN_MS);
      await open(upToDate(store.ledger)).removal.runDue();
      if (isGone) expect(await leftOf(id)).toBe(0);
      else expect((await open().assistants.find(id))?.documents).toHaveLength(2);
      expect(await entries('assistant-removals')).toBe(0);
      if (writes() < at) break;
    }
  });

  test('a refused removal deletes nothing, not even ten minutes later', async () => {
    const id = await made();
    await open().assistants.update(id, { ...MIA, isDefault: true });
    expect(await refusal(open().assistants.remove(id))).toBe('assistant-in-use');
    for (let minutes = 0; minutes <= 20; minutes += 5) {
      await open().removal.runDue();
      clock.advance(300_000);
    }
    expect((await open().assistants.find(id))?.documents).toHaveLength(2);
    expect(await open().documents.read(id, 'a.md')).toBe('A');
  });

  test('a removal is completed even if an earlier removal of the same assistant was refused', async () => {
    const id = await made();
    await open().assistants.update(id, { ...MIA, isDefault: true });
    expect(await refusal(open().assistants.remove(id))).toBe('assistant-in-use');
    const other = await open().assistants.create({ ...MIA, isDefault: true });
    clock.advance(REMOVED_AGAIN_MS);
    const admin = open();
    let isRemoved = false;
    const timer = open({
      ...store.ledger,
      async read(kind, key, consistency) {
        const found = await store.ledger.read(kind, key, consistency);
        // The timer has seen the assistant; then the admin deletes it.
        if (kind === 'assistant-records' && key === id && !isRemoved) {
          isRemoved = true;
          await admin.assistants.remove(id);
        }
        return found;
      },
    });
    await timer.removal.runDue();
    await admin.settled();
    clock.advance(REMOVED_AGAIN_MS);
    await open().removal.runDue();
    expect(isRemoved).toBe(true);
    expect([await leftOf(id), await entries('assistant-removals')]).toEqual([0, 0]);
    await open().assistants.update(other.id, { ...MIA, isDefault: false });
  });

  test('data that an instance stores during the removal is deleted ten minutes later', async () => {
    const id = await made();
    const one = open();
    await one.assistants.remove(id);
    await one.settled();
    await store.ledger.write(`assistant-texts-${id}`, 'late', { markdown: 'Late.' }, 'absent');
    await store.ledger.write(
      `assistant-revisions-${id}`,
      '00000000000001-late',
      {
        edit: MIA,
        createdAt: '2026-11-20T17:24:00.000Z',
        documents: [
          {
            name: 'late.md',
            source: 'files',
            title: 'late',
            textHash: 'late',
            characters: 5,
            updatedAt: '2026-11-20T17:24:00.000Z',
          },
        ],
      },
      'absent',
    );
    await open().removal.runDue();
    expect(await leftOf(id)).toBe(2);
    clock.advance(REMOVED_AGAIN_MS);
    await open().removal.runDue();
    expect([await leftOf(id), await entries('assistant-removals')]).toEqual([0, 0]);
  });
});
