import { TimeoutError, withTimeout } from '../../domain/concurrency.ts';
import type { ApiDescriptions, Clock } from '../../ports.ts';
import { guardedFetch } from '../public-network/guarded-fetch.ts';
import { publicNetwork, type PublicNetwork } from '../public-network/network.ts';

/** The longest description, in bytes. */
const MAX_BYTES = 2_000_000;
const TIMEOUT_MS = 10_000;
/** Each alias of YAML may stand for a large part (a "billion laughs" attack). */
const MAX_ALIASES = 100;

export interface ApiDescriptionOptions {
  clock: Clock;
  /** Default: the public Internet. */
  network?: PublicNetwork | undefined;
}

/** Descriptions over HTTP, in JSON or by `yaml`, which is loaded with the first one. */
export function apiDescriptions({ clock, network = publicNetwork }: ApiDescriptionOptions): ApiDescriptions {
  return {
    async fetch(address) {
      try {
        return await withTimeout(clock, TIMEOUT_MS, async (signal) => {
          const response = await guardedFetch(address, { signal }, { network, maxBytes: MAX_BYTES });
          return response.status === 200 ? await response.text() : undefined;
        });
      } catch (error) {
        // As with `fetch`, a connection that fails, is refused, or sends too much is a TypeError.
        if (error instanceof TypeError || error instanceof TimeoutError) return undefined;
        throw error;
      }
    },

    async parse(text) {
      try {
        return { value: JSON.parse(text) as unknown };
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
      }
      const { parseDocument } = await import('yaml');
      try {
        const document = parseDocument(text, { logLevel: 'silent', prettyErrors: false, strict: false });
        if (document.errors.length > 0) return undefined;
        return { value: document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown };
      } catch (error) {
        // Too many aliases, or too many levels.
        if (error instanceof ReferenceError || error instanceof RangeError) return undefined;
        throw error;
      }
    },
  };
}
