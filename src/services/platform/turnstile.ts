/** Lets work on one key pass one at a time, in the order in which it came. */
export type Turnstile = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Spares callers who meet on this instance the rounds that they would lose against each other; it decides nothing, since
 * what they write is checked by the store.
 */
export function turnstile(): Turnstile {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const turn = Promise.allSettled([last.get(key)]).then(work);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
