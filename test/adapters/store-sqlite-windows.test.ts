import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { dataFolder } from '../support/files/data-folder.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { PATIENCE_MS } from '../support/vitest/patience.ts';

const PATIENT = { timeout: PATIENCE_MS };
const MINUTE_MS = 60_000;

describe('A rate-limit window that has ended', () => {
  const folder = freshFixture(() => dataFolder());
  const keysOf = (count: number) => Array.from({ length: count }, () => randomUUID());

  /** The keys of all stored windows. */
  function stored(): unknown[] {
    using file = new DatabaseSync(join(folder.dataDir, 'counters.db'), { readOnly: true });
    return file
      .prepare('SELECT key FROM counter')
      .all()
      .map(({ key }) => key);
  }

  function open(clock = manualClock()) {
    return { clock, ...sqliteStore({ ...folder, clock }) };
  }

  it('is deleted even if no new window begins', async () => {
    const { counters, clock, close } = open();
    const [short, long] = [keysOf(1_100), keysOf(3)];
    await counters.hit(short, MINUTE_MS, clock.now());
    await counters.hit(long, 2 * MINUTE_MS, clock.now());
    expect(stored()).toHaveLength(short.length + long.length);
    clock.advance(MINUTE_MS);
    await expect.poll(stored, PATIENT).toEqual(long.toSorted());
    await close();
  });

  it('sets a timer only while there are windows', async () => {
    const { counters, clock, close } = open();
    await nextTurn();
    await nextTurn();
    expect(clock.sleeping()).toBe(0);
    await counters.hit(keysOf(2), MINUTE_MS, clock.now());
    expect(clock.sleeping()).toBe(1);
    clock.advance(MINUTE_MS);
    await expect.poll(() => clock.sleeping(), PATIENT).toBe(0);
    await close();
  });

  it('is deleted at the next start if the process ended before it', async () => {
    const first = open();
    const keys = keysOf(5);
    await first.counters.hit(keys, MINUTE_MS, first.clock.now());
    await first.close();
    expect(stored()).toHaveLength(keys.length);
    first.clock.advance(MINUTE_MS);
    const { close } = open(first.clock);
    await expect.poll(stored, PATIENT).toEqual([]);
    await close();
  });
});
