import { describe, expect, test } from 'vitest';
import { keyInForce, type KeyInForce, type VaultReading } from '../../src/core/admin-key-gate.ts';

const KEY = 'a1'.repeat(24);
const LEGACY = 'an old key of the deployment';

describe('the admin key in force', () => {
  const vault = {
    key: { found: 'key', key: KEY },
    absent: { found: 'absent' },
    unknown: { found: 'unknown' },
  } as const;
  const blank = { found: 'key', key: ' \n' };
  const rows = [
    ['is the key of the vault even if ADMIN_KEY is set', vault.key, LEGACY, { mode: 'gated', key: KEY }],
    ['is the key of the vault if ADMIN_KEY is not set', vault.key, undefined, { mode: 'gated', key: KEY }],
    ['is ADMIN_KEY if the vault has no key', vault.absent, LEGACY, { mode: 'gated', key: LEGACY }],
    ['is ADMIN_KEY if the vault fails', vault.unknown, LEGACY, { mode: 'gated', key: LEGACY }],
    [
      'is absent in anonymous mode if neither the vault nor ADMIN_KEY has a key',
      vault.absent,
      undefined,
      { mode: 'anonymous' },
    ],
    [
      'is unavailable if the recorded secret is missing from the vault',
      vault.absent,
      undefined,
      { mode: 'unavailable' },
      true,
    ],
    [
      'is ADMIN_KEY if the recorded secret is missing from the vault',
      vault.absent,
      LEGACY,
      { mode: 'gated', key: LEGACY },
      true,
    ],
    ['is the key of the vault if a key is recorded', vault.key, LEGACY, { mode: 'gated', key: KEY }, true],
    ['is unavailable if the vault fails', vault.unknown, undefined, { mode: 'unavailable' }],
    ['is unavailable if the secret is blank', blank, undefined, { mode: 'unavailable' }],
    ['is unavailable if the secret is blank, even with ADMIN_KEY', blank, LEGACY, { mode: 'unavailable' }],
  ] as [string, VaultReading, string | undefined, KeyInForce, boolean?][];
  test.each(rows)('%s', (_, reading, legacyKey, expected, isKeyRecorded = false) => {
    expect(keyInForce(reading, { legacyKey, isKeyRecorded, startGated: false })).toEqual(expected);
  });

  test('is unavailable in a deployment that starts gated until a key is created, never in anonymous mode', () => {
    const fresh = { legacyKey: undefined, isKeyRecorded: false, startGated: true };
    expect(keyInForce(vault.absent, fresh)).toEqual({ mode: 'unavailable' });
    expect(keyInForce(vault.key, fresh)).toEqual({ mode: 'gated', key: KEY });
  });
});
