import { setTimeout as delay } from 'node:timers/promises';

/** The longest wait for a conclusive response, in milliseconds. */
const TIMEOUT_MS = 60_000;
const PAUSE_MS = 100;

/**
 * Reads a URL of the service, and retries while the response is 429 or 5xx or the connection breaks, also in
 * the middle of a body; throws with the status of the last one. On a busy machine a read can exceed the
 * service's time budget, which is not a loss of data.
 */
export async function readWithRetry<T>(url: string, read: (response: Response) => Promise<T>): Promise<T> {
  const until = Date.now() + TIMEOUT_MS;
  for (;;) {
    const isLast = Date.now() > until;
    try {
      const response = await fetch(url);
      if (response.status !== 429 && response.status < 500) return await read(response);
      if (isLast) throw new Error(`${response.status} ${await response.text()}`);
      await response.body?.cancel();
    } catch (error) {
      // A TypeError is a broken connection (Fetch Standard, network error).
      if (isLast || !(error instanceof TypeError)) throw error;
    }
    await delay(PAUSE_MS);
  }
}
