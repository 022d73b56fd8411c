import { expect, test } from 'vitest';
import { downloadSlots, MAX_CONCURRENT_READS } from '../../src/chat/download-slots.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { refusal } from '../support/refusal.ts';

const ADDRESS = '203.0.113.1';

/** The slots of one address, all taken. */
async function allTaken() {
  const clock = manualClock();
  const slots = downloadSlots({ clock });
  const ends = await Promise.all(Array.from({ length: MAX_CONCURRENT_READS }, () => slots.take(ADDRESS)));
  return { clock, slots, ends };
}

test('an address reads few files at the same time, and the next file waits for a free slot', async () => {
  const { slots, ends } = await allTaken();
  const order: string[] = [];
  const waiting = slots.take(ADDRESS).then(() => order.push('next'));
  await slots.take('203.0.113.2').then(() => order.push('another address'));
  ends[0]?.();
  // A repeat frees no other slot.
  ends[0]?.();
  await waiting;
  expect(order).toEqual(['another address', 'next']);
});

test('a file that waits for three seconds is refused and takes no slot later', async () => {
  const { clock, slots, ends } = await allTaken();
  const waiting = refusal(slots.take(ADDRESS));
  clock.advance(3000);
  expect(await waiting).toBe('rate-limited');
  ends[0]?.();
  (await slots.take(ADDRESS))();
});

test('if very many files wait, the last ones are refused immediately', async () => {
  const { slots } = await allTaken();
  for (let count = 0; count < 32; count++) void slots.take(ADDRESS).catch(() => undefined);
  expect(await refusal(slots.take(ADDRESS))).toBe('rate-limited');
});
