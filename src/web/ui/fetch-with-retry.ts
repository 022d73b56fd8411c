/**
 * How long a call waits before each further try, in milliseconds; up to half as much again is added by
 * chance.
 */
const PAUSES_MS = [1_000, 2_000, 4_000];

/** How a wait ends: after its time, or with the signal's reason where the caller gives up. */
type Sleep = (ms: number, signal?: AbortSignal | null) => Promise<void>;

/**
 * `fetch` with retry and back-off where the platform turns a crowd away: 429 without a JSON body. No function
 * of the service has seen such a request, so that any method may be repeated. The service's own 429 says when
 * to come back, and is an answer like any other.
 */
export async function fetchWithRetry(
  path: string,
  init: RequestInit = {},
  sleep: Sleep = sleepUnlessAborted,
): Promise<Response> {
  for (const pauseMs of PAUSES_MS) {
    const response = await fetch(path, init);
    if (!isTurnedAway(response)) return response;
    await sleep(pauseMs * (1 + Math.random() / 2), init.signal);
  }
  return fetch(path, init);
}

/** The platform's own 429, which has no body. */
export function isTurnedAway({ status, headers }: Response): boolean {
  return status === 429 && headers.get('content-type')?.startsWith('application/json') !== true;
}

const sleepUnlessAborted: Sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', giveUp, { once: true });
    function done() {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }
    function giveUp() {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new Error('The caller gave up.'));
    }
  });
