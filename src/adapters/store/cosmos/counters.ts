import * as z from 'zod/mini';
import { keyedMutex } from '../../../lib/concurrency.ts';
import { AppError } from '../../../core/errors.ts';
import type { CounterState, Counters } from '../../../ports.ts';
import { itemId, type Items } from './container.ts';

const Window = z.object({ count: z.number(), windowEndsAtMs: z.number() });

/** The most attempts. A lost attempt means that another instance wrote first, which rarely happens twice. */
const MAX_TRIES = 8;
/** How much longer than its window an item is kept, in seconds, as a margin for clock skew. */
const TTL_MARGIN_SECONDS = 60;
/** The most cached windows. */
const MAX_CACHED = 50_000;

/** A window as this instance last saw it. `stored`: it exists, but its state is unknown. */
type CachedWindow = { etag: string; windowEndsAtMs: number; goneAtMs: number } | 'stored';

/**
 * Rate-limit windows shared by all instances: one item per window, removed by its TTL. Each attempt is one
 * request, depending on the cached state: create a window, increment an open one, or replace an ended one.
 */
export function counters(items: Items): Counters {
  /** An LRU cache, least recently written entries first. */
  const known = new Map<string, CachedWindow>();

  function remember(id: string, window: CachedWindow): void {
    known.delete(id);
    known.set(id, window);
    const oldest = known.keys().next();
    if (known.size > MAX_CACHED && !oldest.done) known.delete(oldest.value);
  }

  /** Adds hits with one request and updates the cache. Undefined if the cached state was stale. */
  async function tryOnce(
    id: string,
    windowMs: number,
    nowMs: number,
    hits: number,
  ): Promise<CounterState | undefined> {
    const ttl = Math.ceil(windowMs / 1000) + TTL_MARGIN_SECONDS;
    const fresh = { count: hits, windowEndsAtMs: nowMs + windowMs };
    const keep = ({ windowEndsAtMs }: CounterState, etag: string) =>
      remember(id, { etag, windowEndsAtMs, goneAtMs: nowMs + ttl * 1000 });
    const seen = known.get(id);
    if (!seen || (seen !== 'stored' && seen.goneAtMs <= nowMs)) {
      const created = await items.create('counter', { id, ttl, ...fresh });
      if (!created.ok) {
        remember(id, 'stored');
        return undefined;
      }
      keep(fresh, created.etag);
      return fresh;
    }
    if (seen !== 'stored' && seen.windowEndsAtMs <= nowMs) {
      const replaced = await items.replace('counter', id, { id, ttl, ...fresh }, seen.etag);
      if (!replaced.ok) {
        if (replaced.status === 404) known.delete(id);
        else remember(id, 'stored');
        return undefined;
      }
      keep(fresh, replaced.etag);
      return fresh;
    }
    // Hits in an ended window have no effect, because the next attempt replaces it.
    const added = await items.increment('counter', id, id, { field: 'count', by: hits });
    if (!('item' in added)) return void known.delete(id);
    const state = Window.parse(added.item);
    keep(state, added.etag);
    return state.windowEndsAtMs > nowMs ? state : undefined;
  }

  async function hitOne(key: string, windowMs: number, nowMs: number, hits: number): Promise<CounterState> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const state = await tryOnce(itemId(key), windowMs, nowMs, hits);
      if (state) return state;
    }
    throw new AppError('store-unavailable');
  }

  return {
    async hit(keys, windowMs, nowMs, hits = 1) {
      // Concurrent across keys, sequential per key, so that counts are returned in the order of the keys.
      const inOrder = keyedMutex();
      return await Promise.all(keys.map((key) => inOrder(key, () => hitOne(key, windowMs, nowMs, hits))));
    },
  };
}
