/** A value for a key, made where it is not at hand. */
export type LatelyUsed<T> = (key: string, make: () => T) => T;

/** Keeps so many values; the one that nobody has asked for the longest makes room for another. */
export function latelyUsed<T>(limit: number): LatelyUsed<T> {
  const kept = new Map<string, { value: T }>();
  return (key, make) => {
    const entry = kept.get(key) ?? { value: make() };
    // Setting it anew makes it the newest.
    kept.delete(key);
    kept.set(key, entry);
    const oldest = kept.keys().next();
    if (kept.size > limit && !oldest.done) kept.delete(oldest.value);
    return entry.value;
  };
}
