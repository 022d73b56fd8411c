import { TimeoutError, withTimeout } from '../../lib/concurrency.ts';
import type { ApiDescriptions, Clock } from '../../ports.ts';
import { guardedFetch } from '../public-network/guarded-fetch.ts';
import { publicNetwork, type PublicNetwork } from '../public-network/network.ts';

/** The longest description, in bytes. */
const MAX_BYTES = 2_000_000;
const TIMEOUT_MS = 10_000;

interface ApiDescriptionOptions {
  clock: Clock;
  /** Default: the public Internet. */
  network?: PublicNetwork | undefined;
}

/** Fetches API descriptions over HTTP. */
export function apiDescriptions({ clock, network = publicNetwork }: ApiDescriptionOptions): ApiDescriptions {
  return {
    async fetch(address) {
      try {
        return await withTimeout(clock, TIMEOUT_MS, async (signal) => {
          const response = await guardedFetch(address, { signal }, { network, maxBytes: MAX_BYTES });
          return response.status === 200 ? await response.text() : undefined;
        });
      } catch (error) {
        // Like `fetch`, `guardedFetch` throws a TypeError if the connection fails or the body is too long.
        if (error instanceof TypeError || error instanceof TimeoutError) return undefined;
        throw error;
      }
    },
  };
}
