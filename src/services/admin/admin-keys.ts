import { keyInForce, type KeyInForce, type VaultReading } from '../../core/admin-key-gate.ts';
import { formatKey, KEY_BYTES } from '../../domain/admin-key.ts';
import { ttlCache } from '../../domain/caching.ts';
import { AppError } from '../../domain/errors.ts';
import type { Ports } from '../../ports.ts';
import type { AdminKeyLedger, AdminKeyState } from './admin-key-state.ts';
import type { Background } from '../platform/background.ts';

/** The key in force for one request. */
export interface CurrentKey {
  inForce: Exclude<KeyInForce, { mode: 'unavailable' }>;
  /** The condition of a rotation by this request. */
  generation: string;
  signedOut: readonly string[];
}

export interface AdminKeys {
  /** The key in force. If the vault fails and there is no fallback: `vault-unavailable`. */
  current(): Promise<CurrentKey>;
  /** Replaces the key and returns the new one; `rotation-conflict` where another rotation came first. */
  rotate(generation: string): Promise<string>;
  /**
   * Makes the key of a deployment that has never had one, and returns it; undefined if a key exists. The
   * caller must show the key: nothing else can.
   */
  makeFirst(): Promise<string | undefined>;
}

/** The vault secret of the admin key (docs/rules.md, Admin key). */
export const ADMIN_KEY_SECRET = 'admin-key';
/** How long a vault reading is cached, unless the key is rotated. */
const TTL_MS = 30_000;

type Dependencies = Pick<Ports, 'clock' | 'random' | 'vault'> & {
  state: AdminKeyLedger;
  /** ADMIN_KEY, where it is set. */
  legacyKey?: string | undefined;
  /** ADMIN_START_GATED: without a key the admin surface is closed, not open. */
  startGated: boolean;
  background: Background;
};

/** The admin key: vault, cache and rotation (docs/api.md, Admin surface). */
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

  /** A cached vault reading for all requests of a generation; a failed one is not cached. */
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
    const isKeyRecorded = state.isKeyRecorded(known);
    const found = await reading(known);
    // Also for a key that was put into the vault by hand, or by a rotation that was interrupted before it was
    // recorded.
    if (found.found === 'key' && !known.keyRecorded) await state.recordKey();
    const inForce = keyInForce(found, { legacyKey, isKeyRecorded, startGated });
    if (inForce.mode === 'unavailable') throw new AppError('vault-unavailable');
    return { inForce, generation: known.generation, signedOut: known.signedOut };
  }

  async function rotate(generation: string): Promise<string> {
    const lease = await state.lease(generation);
    const key = formatKey(random.bytes(KEY_BYTES));
    try {
      await vault.write(ADMIN_KEY_SECRET, key);
    } catch (error) {
      // Only the answer may have been lost. Then the old key is invalid, and the new one would never be
      // shown.
      const now = await load();
      if (now.found !== 'key' || now.key !== key) {
        await lease.lift(false);
        throw error;
      }
    }
    // From here on the old key is invalid on every instance. The caller must see the new one even if the
    // store fails now; the lease then expires.
    const lifting = lease.lift(true);
    background.run(lifting);
    await Promise.allSettled([lifting]);
    return key;
  }

  return {
    current: read,
    rotate,

    async makeFirst() {
      const stored = await state.read();
      const found = await load();
      const isFresh = found.found === 'absent' && legacyKey === undefined && !state.isKeyRecorded(stored);
      return isFresh ? await rotate(stored.generation) : undefined;
    },
  };
}
