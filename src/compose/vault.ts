import { azureCredential } from '../adapters/credential/azure.ts';
import type { Config } from '../config.ts';
import { lazy } from '../domain/caching.ts';
import type { Clock, SecretVault } from '../ports.ts';

/** The configured vault, opened on first use, because no visitor's request needs it. */
export function openVault(
  { vault, cloud, clientId }: Pick<Config, 'vault' | 'cloud' | 'clientId'>,
  clock: Clock,
): SecretVault {
  const open = lazy(async (): Promise<SecretVault> => {
    if (vault.kind === 'file') {
      const { fileVault } = await import('../adapters/vault/file.ts');
      return fileVault(vault);
    }
    const { keyVault } = await import('../adapters/vault/key-vault.ts');
    return keyVault({
      url: vault.url,
      credential: azureCredential({ cloud, clientId, clock }).credential,
      clock,
    });
  });
  return {
    read: async (name) => (await open()).read(name),
    write: async (name, value) => (await open()).write(name, value),
  };
}
