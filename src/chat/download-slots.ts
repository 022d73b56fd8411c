import { AppError } from '../core/errors.ts';
import type { Clock } from '../ports.ts';

/**
 * The maximum number of concurrent downloads per address and instance, because each has pieces in memory.
 */
export const MAX_CONCURRENT_READS = 8;
/** The maximum number of waiting downloads, because browsers request all images of a page together. */
const MAX_WAITING = 32;
/** The maximum wait in milliseconds, below the budget of a request. */
const WAIT_MS = 3_000;

interface Address {
  reading: number;
  waiting: (() => void)[];
}

/** A semaphore per address; callers without an address share one. */
export function downloadSlots({ clock }: { clock: Pick<Clock, 'after'> }) {
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

  /** Waits until another download releases its slot. */
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
    /**
     * Waits for a free slot of the address; throws `rate-limited` after 3 s. The returned function releases
     * the slot and is idempotent.
     */
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

export type DownloadSlots = ReturnType<typeof downloadSlots>;
