import { AppError } from '../../../src/core/errors.ts';
import type { SecretVault } from '../../../src/ports.ts';

/** A vault in memory with any number of secrets, which a test takes down or looks into. */
interface MemoryVault extends SecretVault {
  /** All versions of each secret, oldest first: like Key Vault, a write adds one and keeps the others. */
  secrets: Map<string, string[]>;
  mood: 'well' | 'read-only' | 'down';
  /** The values of all versions of all secrets, which everybody with the right to read could read. */
  readable(): string[];
}

export function memoryVault(): MemoryVault {
  let version = 0;
  const removed = new Set<string>();
  const requireWritable = (name: string) => {
    if (vault.mood !== 'well' || removed.has(name)) throw new AppError('vault-unavailable');
  };
  const vault: MemoryVault = {
    secrets: new Map(),
    mood: 'well',
    readable: () => [...vault.secrets.values()].flat(),
    read(name) {
      if (vault.mood === 'down') return Promise.reject(new AppError('vault-unavailable'));
      const value = vault.secrets.get(name)?.at(-1);
      return Promise.resolve(value === undefined ? undefined : { value, version: String(version) });
    },
    write: async (name, value) => {
      requireWritable(name);
      vault.secrets.set(name, [...(vault.secrets.get(name) ?? []), value]);
      return await Promise.resolve(String(++version));
    },
    remove: async (name) => {
      requireWritable(name);
      if (vault.secrets.delete(name)) removed.add(name);
      await Promise.resolve();
    },
  };
  return vault;
}
