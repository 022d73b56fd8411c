import { describe, expect, test } from 'vitest';
import { keyInForce, type KeyInForce, type VaultReading } from '../../src/core/admin-key-gate.ts';

const KEY = 'a1'.repeat(24);
const LEGACY = 'an old key of the deployment';

describe('which key counts', () => {
  const vault = {
    key: { found: 'key', key: KEY },
    absent: { found: 'absent' },
    unknown: { found: 'unknown' },
  } as const;
  const blank = { found: 'key', key: ' \n' };
  const rows = [
    ['the vault’s key, whatever ADMIN_KEY says', vault.key, LEGACY, { mode: 'gated', key: KEY }],
    ['the vault’s key without ADMIN_KEY', vault.key, undefined, { mode: 'gated', key: KEY }],
    ['ADMIN_KEY where the vault holds no key', vault.absent, LEGACY, { mode: 'gated', key: LEGACY }],
    ['ADMIN_KEY where the vault fails', vault.unknown, LEGACY, { mode: 'gated', key: LEGACY }],
    ['none, definitely: anonymous mode', vault.absent, undefined, { mode: 'anonymous' }],
    ['a lost secret never opens the gate', vault.absent, undefined, { mode: 'unavailable' }, true],
    ['ADMIN_KEY where the secret is lost', vault.absent, LEGACY, { mode: 'gated', key: LEGACY }, true],
    ['the vault’s key once one is on record', vault.key, LEGACY, { mode: 'gated', key: KEY }, true],
    ['a failing vault never opens the gate', vault.unknown, undefined, { mode: 'unavailable' }],
    ['a blank secret never opens the gate', blank, undefined, { mode: 'unavailable' }],
    ['a blank secret does not bring ADMIN_KEY back', blank, LEGACY, { mode: 'unavailable' }],
  ] as [string, VaultReading, string | undefined, KeyInForce, boolean?][];
  test.each(rows)('%s', (_, reading, legacyKey, expected, isKeyRecorded = false) => {
    expect(keyInForce(reading, { legacyKey, isKeyRecorded, startGated: false })).toEqual(expected);
  });

  test('a deployment that starts gated is closed without a key, and never in anonymous mode', () => {
    const fresh = { legacyKey: undefined, isKeyRecorded: false, startGated: true };
    expect(keyInForce(vault.absent, fresh)).toEqual({ mode: 'unavailable' });
    expect(keyInForce(vault.key, fresh)).toEqual({ mode: 'gated', key: KEY });
  });
});
