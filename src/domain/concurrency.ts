/** Runs work on one key one at a time, in the order of the calls; work on other keys does not wait. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * A mutex per key, for callers of one instance. It spares them the conflicts that they would lose against each other and
 * decides nothing: what they write is checked by the store.
 */
export function keyedMutex(): KeyedMutex {
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

/**
 * Fails work that takes longer than a time, in milliseconds. Its `signal` aborts then, and the wait ends even where the work
 * ignores it: the SDKs wait for a token of the managed identity without an end. `clock` is the port Clock.
 */
export async function withTimeout<T>(
  clock: { sleep(ms: number, signal?: AbortSignal): Promise<void> },
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const answered = new AbortController();
  const timeout = new AbortController();
  const late = clock.sleep(timeoutMs, answered.signal).then(() => {
    timeout.abort();
    throw new Error('There was no answer in time.');
  });
  try {
    return await Promise.race([work(timeout.signal), late]);
  } finally {
    answered.abort();
  }
}
