import type { TokenCredential } from '@azure/identity';
import type { SecretClient } from '@azure/keyvault-secrets';
import * as z from 'zod/mini';
import { lazy } from '../../lib/caching.ts';
import { withTimeout } from '../../lib/concurrency.ts';
import { AppError } from '../../core/errors.ts';
import type { Clock, SecretVault } from '../../ports.ts';

interface KeyVaultOptions {
  /** The vault's `https` URL. */
  url: string;
  credential: () => Promise<TokenCredential>;
  clock: Clock;
  /** Time-out of a read or a write with its retries, in milliseconds. Default: 5 000. */
  timeoutMs?: number;
}

/** The only response that means that the secret does not exist. Any other 404 is a failure. */
const NoSuchSecret = z.object({ statusCode: z.literal(404), code: z.literal('SecretNotFound') });

/**
 * The cloud vault, Azure Key Vault, accessed with the managed identity. The SDK is loaded on first use and
 * retries throttled and broken requests within the time-out. Throws `vault-unavailable`.
 */
export function keyVault({ url, credential, clock, timeoutMs = 5_000 }: KeyVaultOptions): SecretVault {
  const client = lazy(async () => {
    const { SecretClient } = await import('@azure/keyvault-secrets');
    return new SecretClient(url, await credential(), {
      retryOptions: { maxRetries: 2, retryDelayInMs: 200, maxRetryDelayInMs: 1_000 },
    });
  });

  async function ask<T>(work: (client: SecretClient, abortSignal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await withTimeout(clock, timeoutMs, async (signal) => work(await client(), signal));
    } catch (error) {
      if (NoSuchSecret.safeParse(error).success) throw error;
      throw new AppError('vault-unavailable', {}, { cause: error });
    }
  }

  return {
    async read(name) {
      try {
        const { value, properties } = await ask((vault, abortSignal) =>
          vault.getSecret(name, { abortSignal }),
        );
        return { value: requireField(value), version: requireField(properties.version) };
      } catch (error) {
        if (NoSuchSecret.safeParse(error).success) return undefined;
        throw error;
      }
    },

    async write(name, value) {
      const { properties } = await ask((vault, abortSignal) => vault.setSecret(name, value, { abortSignal }));
      return requireField(properties.version);
    },

    /**
     * Soft-delete: no version can be read any more. The vault purges the secret after its retention time;
     * with purge protection no caller can purge it earlier.
     */
    async remove(name) {
      try {
        await ask((vault, abortSignal) => vault.beginDeleteSecret(name, { abortSignal }));
      } catch (error) {
        if (!NoSuchSecret.safeParse(error).success) throw error;
      }
    },
  };
}

/**
 * Returns a field that every response has, although the SDK's types make it optional. Throws if it is
 * missing.
 */
function requireField(value: string | undefined): string {
  if (value === undefined) throw new AppError('vault-unavailable');
  return value;
}
