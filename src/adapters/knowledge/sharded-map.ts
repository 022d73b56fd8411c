/** A map of strings that grows without long pauses. */
export interface ShardedMap<T> {
  readonly size: number;
  get(key: string): T | undefined;
  /** Adds a key that is not in the map. */
  add(key: string, value: T): void;
  keys(): Iterable<string>;
}

const SHARDS = 64;

/**
 * A map in shards: a growing `Map` rehashes all of its keys, which blocks the event loop for tens of
 * milliseconds at 100 000 words.
 */
export function shardedMap<T>(): ShardedMap<T> {
  const shards = Array.from({ length: SHARDS }, () => new Map<string, T>());
  let size = 0;

  /** Words differ most in their middle and their length. */
  function shardOf(key: string): Map<string, T> | undefined {
    const middle = key.length >> 1;
    return shards[(key.charCodeAt(middle) + 7 * key.charCodeAt(middle >> 1) + 31 * key.length) % SHARDS];
  }

  return {
    get size() {
      return size;
    },
    get: (key) => shardOf(key || ' ')?.get(key),
    add(key, value) {
      shardOf(key || ' ')?.set(key, value);
      size++;
    },
    *keys() {
      for (const shard of shards) yield* shard.keys();
    },
  };
}
