import * as z from 'zod/mini';
import { keyedMutex } from '../../../domain/concurrency.ts';
import { AppError } from '../../../domain/errors.ts';
import type { CounterState, Counters } from '../../../ports.ts';
import { itemId, type Items } from './container.ts';

const Window = z.object({ count: z.number(), windowEndsAtMs: z.number() });

/** Maximum attempts. Each lost attempt means that another instance wrote first, so a second loss is rare. */
const MAX_TRIES = 8;
/** TTL beyond the window's end, in seconds, as a margin for clock skew. */
const LINGER_SECONDS = 60;
/** Size of the cache of stored windows. */
const MAX_KNOWN = 50_000;

/** A stored window as this instance last saw it; `stored`: it exists, its state is unknown. */
type Known = { etag: string; windowEndsAtMs: number; goneAtMs: number } | 'stored';

/**
 * Rate-limit windows that all instances share: one item each, removed by its TTL. Each attempt is one
 * request, chosen by the cached state: create a window, add to an open one, or replace an ended one.
 */
export function counters(items: Items): Counters {
  /** LRU cache: the least recently written entry comes first. */
  const known = new Map<string, Known>();

  function remember(id: string, window: Known): void {
    known.delete(id);
    known.set(id, window);
    const oldest = known.keys().next();
    if (known.size > MAX_KNOWN && !oldest.done) known.delete(oldest.value);
  }

  /** Adds hits with one request; undefined if the cached state was stale. The cache is updated either way. */
  async function tryOnce(
    id: string,
    windowMs: number,
    nowMs: number,
    hits: number,
  ): Promise<CounterState | undefined> {
    const ttl = Math.ceil(windowMs / 1000) + LINGER_SECONDS;
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
    // Hits added to an ended window have no effect: the next attempt replaces it.
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
      // Parallel across keys, sequential per key, so that the counts come in the order of the keys.
      const inOrder = keyedMutex();
      return await Promise.all(keys.map((key) => inOrder(key, () => hitOne(key, windowMs, nowMs, hits))));
    },
  };
}
