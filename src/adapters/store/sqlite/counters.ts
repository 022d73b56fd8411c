import type { CounterState, Counters } from '../../../ports.ts';
import type { Database } from './database.ts';
import { number, type Row } from './rows.ts';

/** Each new window removes this many ended ones: more than one, so that their number shrinks. */
const REMOVED_PER_START = 2;

/**
 * Rate-limit windows in a separate file, so that counters and conversations never wait for each other's
 * lock.
 */
export function counters({ file, write }: Database): Counters {
  const count = file.prepare(`
    UPDATE counter SET count = count + ? WHERE key = ? AND window_ends_at_ms > ? RETURNING count, window_ends_at_ms`);
  const start = file.prepare(`
    INSERT INTO counter (key, count, window_ends_at_ms) VALUES (?, ?, ?)
    ON CONFLICT (key) DO UPDATE SET count = excluded.count, window_ends_at_ms = excluded.window_ends_at_ms
    RETURNING count, window_ends_at_ms`);
  const removeEnded = file.prepare(`
    DELETE FROM counter WHERE key IN (
      SELECT key FROM counter WHERE window_ends_at_ms <= ? ORDER BY window_ends_at_ms LIMIT ${REMOVED_PER_START})`);

  function hitOne(key: string, windowMs: number, nowMs: number, hits: number): CounterState {
    const counted = count.get(hits, key, nowMs);
    if (counted) return stateOf(counted);
    const started = stateOf(start.get(key, hits, nowMs + windowMs) ?? {});
    removeEnded.run(nowMs);
    return started;
  }

  return {
    hit: (keys, windowMs, nowMs, hits = 1) =>
      write(() => keys.map((key) => hitOne(key, windowMs, nowMs, hits))),
    hitBesideTurn: (key, windowMs, nowMs, hits) => write(() => hitOne(key, windowMs, nowMs, hits)),
  };
}

function stateOf(row: Row): CounterState {
  return { count: number(row, 'count'), windowEndsAtMs: number(row, 'window_ends_at_ms') };
}
