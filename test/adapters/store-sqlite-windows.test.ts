import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { textsInFiles } from '../support/files/bytes-in-files.ts';
import { dataFolder } from '../support/files/data-folder.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { PATIENCE_MS } from '../support/vitest/patience.ts';

const PATIENT = { timeout: PATIENCE_MS };
const MINUTE_MS = 60_000;
/** How long after a deletion its bytes are erased. */
const ERASED_MS = 2_000;

describe('A rate-limit window that has ended', () => {
  const folder = freshFixture(() => dataFolder());
  const left = (keys: readonly string[]) => textsInFiles(folder.dataDir, keys);
  const keysOf = (count: number) => Array.from({ length: count }, () => randomUUID());

  function open(clock = manualClock()) {
    return { clock, ...sqliteStore({ ...folder, clock }) };
  }

  it('is in no file two minutes after its first call, though no other window begins', async () => {
    const { counters, clock, close } = open();
    const [short, long] = [keysOf(1_100), keysOf(3)];
    await counters.hit(short, MINUTE_MS, clock.now());
    await counters.hit(long, 2 * MINUTE_MS, clock.now());
    expect(await left(short)).toHaveLength(short.length);
    clock.advance(MINUTE_MS);
    const afterwards = () => {
      clock.advance(ERASED_MS);
      return left(short);
    };
    await expect.poll(afterwards, PATIENT).toEqual([]);
    expect(await left(long)).toHaveLength(long.length);
    await close();
  });

  it('needs a timer only while there are windows', async () => {
    const { counters, clock, close } = open();
    await nextTurn();
    await nextTurn();
    expect(clock.sleeping()).toBe(0);
    await counters.hit(keysOf(2), MINUTE_MS, clock.now());
    expect(clock.sleeping()).toBe(1);
    clock.advance(MINUTE_MS);
    await nextTurn();
    await nextTurn();
    clock.advance(ERASED_MS);
    await expect.poll(() => clock.sleeping(), PATIENT).toBe(0);
    await close();
  });

  it('is deleted at the next start', async () => {
    const first = open();
    const keys = keysOf(5);
    await first.counters.hit(keys, MINUTE_MS, first.clock.now());
    await first.close();
    expect(await left(keys)).toHaveLength(keys.length);
    first.clock.advance(MINUTE_MS);
    const { clock, close } = open(first.clock);
    const afterwards = () => {
      clock.advance(ERASED_MS);
      return left(keys);
    };
    await expect.poll(afterwards, PATIENT).toEqual([]);
    await close();
  });
});
