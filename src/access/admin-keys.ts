import { keyInForce, type KeyInForce, type VaultReading } from '../core/admin-key-gate.ts';
import { formatKey, KEY_BYTES } from './rules/admin-key.ts';
import { ttlCache } from '../lib/caching.ts';
import { AppError } from '../core/errors.ts';
import type { Ports } from '../ports.ts';
import type { AdminKeyLedger, AdminKeyState } from './admin-key-state.ts';
import type { Background } from '../platform/background.ts';

/** The key in force for one request. */
export interface CurrentKey {
  inForce: Exclude<KeyInForce, { mode: 'unavailable' }>;
  /** A rotation by this request fails if the generation has changed. */
  generation: string;
  signedOut: readonly string[];
}

/** The vault secret of the admin key (docs/rules.md, Admin key). */
export const ADMIN_KEY_SECRET = 'admin-key';
/** How long a vault reading is cached within a generation, in milliseconds. */
const TTL_MS = 30_000;

type Dependencies = Pick<Ports, 'clock' | 'random' | 'vault'> & {
  state: AdminKeyLedger;
  /** The setting ADMIN_KEY. */
  legacyKey?: string | undefined;
  /** The setting ADMIN_START_GATED: without a key, the admin surface is closed. */
  startGated: boolean;
  background: Background;
};

/** The admin key: vault, cache and rotation (docs/api.md, Admin surface). */
export function adminKeys(dependencies: Dependencies) {
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

  /** The cached vault reading of a generation; a failed reading is not cached. */
  async function reading({ generation, lease }: AdminKeyState): Promise<VaultReading> {
    // During a rotation the vault may hold either key, so every request reads it.
    if (lease) return await load();
    return await readings.get(generation, async (keepFor) => {
      const loaded = await load();
      if (loaded.found === 'unknown') keepFor(0);
      return loaded;
    });
  }

  async function read(): Promise<CurrentKey> {
    const known = await state.read();
    const found = await reading(known);
    // The key may have been written by hand, or by a rotation that was interrupted before recording it.
    if (found.found === 'key' && !known.keyRecorded) await state.recordKey();
    const inForce = keyInForce(found, { legacyKey, isKeyRecorded: known.keyRecorded, startGated });
    if (inForce.mode === 'unavailable') throw new AppError('vault-unavailable');
    return { inForce, generation: known.generation, signedOut: known.signedOut };
  }

  async function rotate(generation: string): Promise<string> {
    const lease = await state.lease(generation);
    const key = formatKey(random.bytes(KEY_BYTES));
    try {
      await vault.write(ADMIN_KEY_SECRET, key);
    } catch (error) {
      // If only the response was lost, the old key is invalid, and the new one would never be shown.
      const now = await load();
      if (now.found !== 'key' || now.key !== key) {
        await lease.release(false);
        throw error;
      }
    }
    // From here on the old key is invalid on all instances. The caller must get the new one even if the store
    // fails now; the lease then expires.
    const lifting = lease.release(true);
    background.run(lifting);
    await Promise.allSettled([lifting]);
    return key;
  }

  return {
    /** Throws `vault-unavailable` if the vault fails and there is no fallback. */
    current: read,
    /**
     * Replaces the key and returns the new one; throws `rotation-conflict` if another rotation came first.
     */
    rotate,

    /**
     * Creates and returns the first key of a deployment; undefined if there was a key before. The caller must
     * show the key, because it is not returned again.
     */
    async createFirst(): Promise<string | undefined> {
      const stored = await state.read();
      const found = await load();
      const isFresh = found.found === 'absent' && legacyKey === undefined && !stored.keyRecorded;
      return isFresh ? await rotate(stored.generation) : undefined;
    },
  };
}

export type AdminKeys = ReturnType<typeof adminKeys>;
