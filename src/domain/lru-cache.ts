/** A value for a key, made where it is not in the cache. */
export type LruCache<T> = (key: string, make: () => T) => T;

/** Keeps so many values; the least recently used one makes room for another. */
export function lruCache<T>(limit: number): LruCache<T> {
  const cached = new Map<string, { value: T }>();
  return (key, make) => {
    const entry = cached.get(key) ?? { value: make() };
    // Setting it anew makes it the newest.
    cached.delete(key);
    cached.set(key, entry);
    const oldest = cached.keys().next();
    if (cached.size > limit && !oldest.done) cached.delete(oldest.value);
    return entry.value;
  };
}
