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
interface KeyCircumstances {
  /** The setting ADMIN_KEY; undefined if it is not set. */
  legacyKey: string | undefined;
  /** The store has a key on record. */
  isKeyRecorded: boolean;
  /** ADMIN_START_GATED: a deployment without a key is closed, not open to everyone. */
  startGated: boolean;
}

/** `gated`: this key is required. `anonymous`: no key is required. `unavailable`: every caller is refused. */
export type KeyInForce = { mode: 'gated'; key: string } | { mode: 'anonymous' } | { mode: 'unavailable' };

/**
 * Decides which key opens the admin surface. The vault's key is used first, then the legacy key. Without a
 * legacy key, the gate is open only if the vault has no such secret and the store has no key on record. A
 * vault that fails, holds a blank secret or has lost its secret never opens the gate.
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
