/** Pauses before the retries, in milliseconds. Up to 50 % jitter is added. */
const PAUSES_MS = [1_000, 2_000, 4_000];

/** Resolves after a time, or rejects with the signal's reason after an abort. */
type Sleep = (ms: number, signal?: AbortSignal | null) => Promise<void>;

/**
 * `fetch` with retries and back-off if the platform throttles: 429 without a JSON body. Such a request has
 * not reached the service, so every method is retried. The service's own 429 has a `Retry-After` and is
 * returned.
 */
export async function fetchWithRetry(
  path: string,
  init: RequestInit = {},
  sleep: Sleep = sleepUnlessAborted,
): Promise<Response> {
  for (const pauseMs of PAUSES_MS) {
    const response = await fetch(path, init);
    if (!isThrottledByPlatform(response)) return response;
    await sleep(pauseMs * (1 + Math.random() / 2), init.signal);
  }
  return fetch(path, init);
}

/** Whether the platform throttled the request: its 429 has no body. */
export function isThrottledByPlatform({ status, headers }: Response): boolean {
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
