/** Runs work on one key one at a time, in call order; work on other keys does not wait. */
type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * A mutex per key within one instance. It only reduces conflicts; correctness depends on the store's
 * conditional writes.
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
 * Single-flight with one trailing run: calls made during a run share the next run, which sees their writes.
 */
export function singleFlight<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;

  function start(): Promise<T> {
    running = work().finally(() => (running = undefined));
    return running;
  }
  return () => {
    // Checked before `running`, which ends just before the next run starts.
    if (next) return next;
    if (!running) return start();
    next = running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return start();
      });
    return next;
  };
}

/** Single-flight per key: calls made during a run get its outcome. */
export function keyedFlight<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return async (key, work) => {
    const joined = running.get(key);
    if (joined) return await joined;
    const started = work().finally(() => running.delete(key));
    running.set(key, started);
    return await started;
  };
}

/** Maps items with at most `limit` calls at the same time; the results are in the order of the items. */
export async function mapLimited<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  // The workers share the iterator, so each item is taken once.
  const entries = items.entries();
  async function takeItems(): Promise<void> {
    for (const [at, item] of entries) results[at] = await work(item);
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, takeItems));
  return results;
}

/** The work did not end within its time-out. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * The request's time budget ended first. The work got less than half of its time-out, so this is not a
 * failure of the component.
 */
export class RequestBudgetError extends TimeoutError {
  override name = 'RequestBudgetError';
}

/** The parts of the port Clock that a time-out needs. */
interface Timer {
  after(ms: number, run: () => void): () => void;
  remainingMs?(): number | undefined;
}

/** Waits for work that ignores a signal. An abort throws the signal's reason; the work is not stopped. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>();
  const abort = () => resolve(undefined);
  signal.addEventListener('abort', abort, { once: true });
  try {
    if (signal.aborted) abort();
    await Promise.race([work, aborted]);
    signal.throwIfAborted();
    return await work;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/**
 * Runs work with a time-out in milliseconds. At the time-out the promise rejects with `TimeoutError` and
 * `signal` is aborted, also if the work ignores the signal: the SDKs wait for a managed identity's token
 * without a limit. Within a request, the time-out is at most the rest of its budget (ADR 13); if that was too
 * short, it rejects with `RequestBudgetError`. If the work ends in time, `signal` is not aborted.
 */
export async function withTimeout<T>(
  clock: Timer,
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = new AbortController();
  const endsInMs = Math.min(timeoutMs, clock.remainingMs?.() ?? timeoutMs);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const clear = clock.after(Math.max(0, endsInMs), () => {
    reject(new TimeoutError('There was no answer in time.'));
    timeout.abort();
  });
  try {
    // Inside a function, so that `late` has its handler even if the work throws immediately.
    const working = async () => work(timeout.signal);
    return await Promise.race([working(), late]);
  } catch (error) {
    if (!timeout.signal.aborted || endsInMs >= timeoutMs / 2) throw error;
    throw new RequestBudgetError('The request had no time left.', { cause: error });
  } finally {
    clear();
  }
}

/** Resolves when the work ends, fails or times out. For shutdowns, where failures cannot be reported. */
export async function endWithin(
  clock: Timer,
  timeoutMs: number,
  work: () => Promise<unknown>,
): Promise<void> {
  await withTimeout(clock, timeoutMs, work).catch(() => undefined);
}

/** Runs work and then `end`, also after a failure. If both fail, the error of the work is thrown. */
export async function thenAlways<T>(work: () => Promise<T>, end: () => Promise<unknown>): Promise<T> {
  const [worked] = await Promise.allSettled([Promise.resolve().then(work)]);
  const [ended] = await Promise.allSettled([Promise.resolve().then(end)]);
  if (worked.status === 'rejected') throw worked.reason;
  if (ended.status === 'rejected') throw ended.reason;
  return worked.value;
}
