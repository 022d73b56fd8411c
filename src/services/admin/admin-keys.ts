import {
  formatKey,
  KEY_BYTES,
  keyInForce,
  type KeyInForce,
  type VaultReading,
} from '../../domain/admin-key.ts';
import { ttlCache } from '../../domain/caching.ts';
import { AppError } from '../../domain/errors.ts';
import type { Clock, Random, SecretVault } from '../../ports.ts';
import type { AdminKeyLedger, AdminKeyState } from './admin-key-state.ts';
import type { Background } from '../platform/background.ts';

/** The key as it stands for one request. */
export interface CurrentKey {
  inForce: Exclude<KeyInForce, { mode: 'unavailable' }>;
  /** What a rotation that this request asks for is conditional on. */
  generation: string;
  signedOut: readonly string[];
  /** The first key, where this very look has made it. */
  made?: string;
}

export interface AdminKeys {
  /** The key that counts now. Where the vault fails and nothing stands in for it: `vault-unavailable`. */
  current(): Promise<CurrentKey>;
  /** Replaces the key and tells the new one; `rotation-conflict` where another rotation came first. */
  rotate(generation: string): Promise<string>;
}

/** The vault's secret with the admin key (specification, Settings). */
export const ADMIN_KEY_SECRET = 'admin-key';
/** How long a reading of the vault is used, unless the key is rotated. */
const TTL_MS = 30_000;

interface Dependencies {
  vault: SecretVault;
  state: AdminKeyLedger;
  /** ADMIN_KEY, where it is set. */
  legacyKey?: string | undefined;
  /** Whether a deployment without a key makes one for itself instead of running in anonymous mode. */
  startGated: boolean;
  clock: Clock;
  random: Random;
  background: Background;
}

/** The admin key between vault, cache and rotation (docs/api.md, Admin surface). */
export function adminKeys(dependencies: Dependencies): AdminKeys {
  const { vault, state, legacyKey, startGated, clock, random, background } = dependencies;
  const readings = ttlCache<VaultReading>({ clock, ttlMs: TTL_MS, max: 1 });

  async function load(): Promise<VaultReading> {
    try {
      const secret = await vault.read(ADMIN_KEY_SECRET);
      return secret ? { found: 'key', key: secret.value } : { found: 'absent' };
    } catch (error) {
      if (error instanceof AppError && error.code === 'vault-unavailable') return { found: 'unknown' };
      throw error;
    }
  }

  /** A reading that all requests of a generation share for a while; a failed one is not cached. */
  async function reading({ generation, lease }: AdminKeyState): Promise<VaultReading> {
    // During a rotation the vault may hold either key, so every request reads it.
    if (lease) return await load();
    return await readings.get(generation, async (keepFor) => {
      const reading = await load();
      if (reading.found === 'unknown') keepFor(0);
      return reading;
    });
  }

  async function read(): Promise<CurrentKey> {
    const known = await state.read();
    const isKeyRecorded = state.isKeyRecorded(known);
    const found = await reading(known);
    // Also a key that was put into the vault by hand, or by a rotation that did not live to record it.
    if (found.found === 'key' && !known.keyRecorded) await state.recordKey();
    const inForce = keyInForce(found, legacyKey, isKeyRecorded);
    if (inForce.mode === 'unavailable') throw new AppError('vault-unavailable');
    return { inForce, generation: known.generation, signedOut: known.signedOut };
  }

  async function rotate(generation: string): Promise<string> {
    const lease = await state.lease(generation);
    const key = formatKey(random.bytes(KEY_BYTES));
    try {
      await vault.write(ADMIN_KEY_SECRET, key);
    } catch (error) {
      // It may be the answer that was lost, and not the key. Then the old one is dead, and nobody would ever see the new one.
      const now = await load();
      if (now.found !== 'key' || now.key !== key) {
        await lease.lift(false);
        throw error;
      }
    }
    // From here on the old key is dead on every instance, lifted or not. So the caller must get to see the new one even
    // where the store fails just now; the lease then runs out by itself.
    const lifting = lease.lift(true);
    background.run(lifting);
    await Promise.allSettled([lifting]);
    return key;
  }

  async function makeFirst(generation: string): Promise<CurrentKey> {
    let made: string | undefined;
    try {
      made = await rotate(generation);
    } catch (error) {
      // Another instance is making it at this very moment.
      if (!(error instanceof AppError && error.code === 'rotation-conflict')) throw error;
    }
    const current = await read();
    if (current.inForce.mode === 'anonymous') throw new AppError('vault-unavailable');
    return { ...current, ...(made !== undefined && { made }) };
  }

  return {
    async current() {
      const found = await read();
      return startGated && found.inForce.mode === 'anonymous' ? await makeFirst(found.generation) : found;
    },
    rotate,
  };
}
