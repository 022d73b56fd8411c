/*
 * docs/rules.md, Admin-key gate:
 *
 * State                          Trigger                     Next state
 * Anonymous mode (no key exists) first POST /ops/rotate-key  Gated (key written to the vault)
 * Gated                          POST /ops/rotate-key        Gated, new key; all session cookies are invalid
 *
 * The vault's secret is the canonical copy; ADMIN_KEY is read only when the vault read fails. docs/api.md,
 * Admin surface, adds when a key that cannot be found closes the gate.
 */

/**
 * The result of a vault read. Only a definite "no such secret" is `absent`; a read that failed is `unknown`.
 */
export type VaultReading = { found: 'key'; key: string } | { found: 'absent' } | { found: 'unknown' };

/** The circumstances that decide if the vault yields no key. */
export interface KeyCircumstances {
  /** ADMIN_KEY, where it is set. */
  legacyKey: string | undefined;
  /** The store has a key on record. */
  isKeyRecorded: boolean;
  /** ADMIN_START_GATED: a deployment without a key is closed, not open to everyone. */
  startGated: boolean;
}

/** Which key opens the admin surface; `anonymous` needs none, `unavailable` refuses every caller. */
export type KeyInForce = { mode: 'gated'; key: string } | { mode: 'anonymous' } | { mode: 'unavailable' };

/**
 * The vault's key counts; if the vault yields none, the legacy key does. Without a legacy key, only a
 * definite absence opens the gate, and only while the store has no key on record. A vault that fails, holds a
 * blank secret or has lost its secret never opens it.
 */
export function keyInForce(
  reading: VaultReading,
  { legacyKey, isKeyRecorded, startGated }: KeyCircumstances,
): KeyInForce {
  if (reading.found === 'key' && reading.key.trim() !== '') return { mode: 'gated', key: reading.key };
  if (reading.found !== 'key' && legacyKey !== undefined) return { mode: 'gated', key: legacyKey };
  const isFresh = reading.found === 'absent' && !isKeyRecorded && !startGated;
  return isFresh ? { mode: 'anonymous' } : { mode: 'unavailable' };
}
