import { AppError } from '../../../src/domain/errors.ts';
import type { SecretVault } from '../../../src/ports.ts';

/** A vault in memory with any number of secrets, which a test takes down or looks into. */
export interface MemoryVault extends SecretVault {
  secrets: Map<string, string>;
  mood: 'well' | 'read-only' | 'down';
}

export function memoryVault(): MemoryVault {
  let version = 0;
  const vault: MemoryVault = {
    secrets: new Map(),
    mood: 'well',
    read(name) {
      if (vault.mood === 'down') return Promise.reject(new AppError('vault-unavailable'));
      const value = vault.secrets.get(name);
      return Promise.resolve(value === undefined ? undefined : { value, version: String(version) });
    },
    write(name, value) {
      if (vault.mood !== 'well') return Promise.reject(new AppError('vault-unavailable'));
      vault.secrets.set(name, value);
      return Promise.resolve(String(++version));
    },
  };
  return vault;
}
