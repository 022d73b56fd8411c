import { AppError } from '../../domain/errors.ts';
import type { Clock } from '../../ports.ts';

/**
 * The number of files that one address can read concurrently on one instance: each holds pieces of a file in
 * memory.
 */
export const MAX_CONCURRENT_READS = 8;
/** The number of reads that can wait: a browser requests all images of a page together. */
const MAX_WAITING = 32;
/** Shorter than the time of a request. */
const WAIT_MS = 3_000;

export interface DownloadSlots {
  /**
   * Waits until the address reads few enough files; `rate-limited` after three seconds. The result frees the
   * slot; a repeat changes nothing.
   */
  take(clientIp: string | undefined): Promise<() => void>;
}

interface Address {
  reading: number;
  waiting: (() => void)[];
}

/** A semaphore for each address. Callers without an address share one. */
export function downloadSlots({ clock }: { clock: Pick<Clock, 'after'> }): DownloadSlots {
  const addresses = new Map<string, Address>();

  function release(key: string, address: Address): void {
    const next = address.waiting.shift();
    if (next) {
      next();
      return;
    }
    address.reading--;
    if (address.reading === 0) addresses.delete(key);
  }

  function refuse(): never {
    throw new AppError('rate-limited', { retryAfterSeconds: Math.ceil(WAIT_MS / 1000) });
  }

  /** Waits for the slot of a reader that ends. */
  async function wait({ waiting }: Address): Promise<void> {
    if (waiting.length >= MAX_WAITING) refuse();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const next = () => resolve(true);
    waiting.push(next);
    const clear = clock.after(WAIT_MS, () => {
      waiting.splice(waiting.indexOf(next), 1);
      resolve(false);
    });
    if (!(await promise)) refuse();
    clear();
  }

  return {
    async take(clientIp = 'unknown-address') {
      const address = addresses.get(clientIp) ?? { reading: 0, waiting: [] };
      addresses.set(clientIp, address);
      if (address.reading < MAX_CONCURRENT_READS) address.reading++;
      else await wait(address);
      let isTaken = true;
      return () => {
        if (isTaken) release(clientIp, address);
        isTaken = false;
      };
    },
  };
}
