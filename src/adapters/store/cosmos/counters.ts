import * as z from 'zod/mini';
import { AppError } from '../../../domain/errors.ts';
import type { CounterState, Counters } from '../../../ports.ts';
import type { Items } from './container.ts';
import { itemId } from './item-id.ts';

const Window = z.object({ count: z.number(), windowEndsAtMs: z.number() });

/**
 * Maximum attempts. Each lost attempt means that another instance started the window, so a second loss is
 * rare.
 */
const MAX_ROUNDS = 8;
/** TTL beyond the window's end, in seconds, as a margin for clock skew. */
const LINGER_SECONDS = 60;

/** Rate-limit windows that all instances share: one item each, removed by its TTL. */
export function counters(items: Items): Counters {
  async function hitOne(key: string, windowMs: number, nowMs: number, hits: number): Promise<CounterState> {
    const id = itemId(key);
    const fresh = {
      id,
      count: hits,
      windowEndsAtMs: nowMs + windowMs,
      ttl: Math.ceil(windowMs / 1000) + LINGER_SECONDS,
    };
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const counted = await items.increment('counter', id, id, {
        field: 'count',
        by: hits,
        condition: `FROM c WHERE c.windowEndsAtMs > ${nowMs}`,
      });
      if ('item' in counted) return Window.parse(counted.item);
      if (counted.status === 404) {
        if ((await items.create('counter', fresh)).ok) return stateOf(fresh);
        continue;
      }
      // The window has ended. The first instance that replaces it starts the next one.
      const ended = await items.read('counter', id, id);
      if (!ended) continue;
      const { windowEndsAtMs } = Window.parse(ended.item);
      if (windowEndsAtMs > nowMs) continue;
      if ((await items.replace('counter', id, fresh, ended.etag)).ok) return stateOf(fresh);
    }
    throw new AppError('store-unavailable');
  }

  return {
    async hit(keys, windowMs, nowMs, hits = 1) {
      // Parallel across keys, sequential per key, so that the counts come in the order of the keys.
      const turns = new Map<string, Promise<unknown>>();
      const states = keys.map(async (key) => {
        const before = turns.get(key);
        const counted = Promise.resolve(before).then(() => hitOne(key, windowMs, nowMs, hits));
        turns.set(key, counted);
        return await counted;
      });
      return await Promise.all(states);
    },
  };
}

function stateOf({ count, windowEndsAtMs }: CounterState): CounterState {
  return { count, windowEndsAtMs };
}
