import { AppError } from '../../../core/errors.ts';
import type { Clock, CounterState, Counters } from '../../../ports.ts';
import type { Database } from './database.ts';
import { number, type Row } from './rows.ts';

/** How many ended windows are removed for each new one; more than one, so that their number shrinks. */
const REMOVED_PER_START = 2;
/** How many ended windows one run of the timer removes. */
const REMOVED_PER_SWEEP = 500;
/** How often the timer runs, in milliseconds. */
const SWEEP_MS = 60_000;

/**
 * Rate-limit windows in a separate file, so that counters and conversations do not wait for each other's
 * locks. A timer removes ended windows, because their keys are hashes of addresses. It runs at the start, and
 * as long as there are windows.
 */
export function counters(
  { file, write }: Database,
  clock: Clock | undefined,
): { counters: Counters; stop(): void } {
  const count = file.prepare(`
    UPDATE counter SET count = count + ? WHERE key = ? AND window_ends_at_ms > ? RETURNING count, window_ends_at_ms`);
  const start = file.prepare(`
    INSERT INTO counter (key, count, window_ends_at_ms) VALUES (?, ?, ?)
    ON CONFLICT (key) DO UPDATE SET count = excluded.count, window_ends_at_ms = excluded.window_ends_at_ms
    RETURNING count, window_ends_at_ms`);
  const removeEnded = file.prepare(`
    DELETE FROM counter WHERE key IN (
      SELECT key FROM counter WHERE window_ends_at_ms <= ? ORDER BY window_ends_at_ms LIMIT ?)`);
  const selectOpen = file.prepare('SELECT 1 FROM counter WHERE window_ends_at_ms > ? LIMIT 1');
  let clear: (() => void) | undefined;
  let isStopped = false;

  function hitOne(key: string, windowMs: number, nowMs: number, hits: number): CounterState {
    const counted = count.get(hits, key, nowMs);
    if (counted) return stateOf(counted);
    const started = stateOf(start.get(key, hits, nowMs + windowMs) ?? {});
    removeEnded.run(nowMs, REMOVED_PER_START);
    sweepAfter(SWEEP_MS);
    return started;
  }

  function sweepAfter(ms: number): void {
    if (!isStopped) clear ??= clock?.after(ms, () => void sweep());
  }

  async function sweep(): Promise<void> {
    clear = undefined;
    const nowMs = clock?.now() ?? 0;
    try {
      const { removed, isEmpty } = await write(() => ({
        removed: removeEnded.run(nowMs, REMOVED_PER_SWEEP).changes,
        isEmpty: selectOpen.get(nowMs) === undefined,
      }));
      if (removed === REMOVED_PER_SWEEP) sweepAfter(0);
      else if (!isEmpty) sweepAfter(SWEEP_MS);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      sweepAfter(SWEEP_MS);
    }
  }

  sweepAfter(0);
  return {
    counters: {
      hit: (keys, windowMs, nowMs, hits = 1) =>
        write(() => keys.map((key) => hitOne(key, windowMs, nowMs, hits))),
    },
    stop() {
      isStopped = true;
      clear?.();
    },
  };
}

function stateOf(row: Row): CounterState {
  return { count: number(row, 'count'), windowEndsAtMs: number(row, 'window_ends_at_ms') };
}
