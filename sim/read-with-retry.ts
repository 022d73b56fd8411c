import { setTimeout as delay } from 'node:timers/promises';

/** The longest wait for an answer that is neither a refusal for load nor an error of the service. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 100;

/**
 * Reads an address of the service, again while the answer is 429 or 5xx or the connection breaks, and returns
 * the last answer. On a busy machine a read can outlast the time that the service allows for it. That does
 * not show a loss.
 */
export async function readWithRetry(url: string): Promise<Response> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const isLast = Date.now() > until;
    try {
      const response = await fetch(url);
      if (isLast || (response.status !== 429 && response.status < 500)) return response;
      await response.body?.cancel();
    } catch (error) {
      // A TypeError is a connection that broke (Fetch Standard, network error).
      if (isLast || !(error instanceof TypeError)) throw error;
    }
    await delay(PAUSE_MS);
  }
}
