import type { TokenCredential } from '@azure/identity';
import type { SecretClient } from '@azure/keyvault-secrets';
import * as z from 'zod/mini';
import { lazy } from '../../domain/caching.ts';
import { withTimeout } from '../../domain/concurrency.ts';
import { AppError } from '../../domain/errors.ts';
import type { Clock, SecretVault } from '../../ports.ts';

export interface KeyVaultOptions {
  /** The vault's address, `https`. */
  url: string;
  credential: () => Promise<TokenCredential>;
  clock: Clock;
  /** How long a read or a write may take with its repeats, in milliseconds. */
  timeoutMs?: number;
}

/** The one answer that says there is no such secret. A 404 of anything else is a failure to ask. */
const NoSuchSecret = z.object({ statusCode: z.literal(404), code: z.literal('SecretNotFound') });

/**
 * The cloud's vault, Azure Key Vault, reached with the managed identity. The SDK is loaded on first use, and repeats what
 * was throttled or broke within the time-out; whatever else goes wrong is `vault-unavailable`.
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
        return { value: present(value), version: present(properties.version) };
      } catch (error) {
        if (NoSuchSecret.safeParse(error).success) return undefined;
        throw error;
      }
    },

    async write(name, value) {
      const { properties } = await ask((vault, abortSignal) => vault.setSecret(name, value, { abortSignal }));
      return present(properties.version);
    },
  };
}

/** What every answer of the service has, although the SDK's types leave it open. */
function present(value: string | undefined): string {
  if (value === undefined) throw new AppError('vault-unavailable');
  return value;
}
