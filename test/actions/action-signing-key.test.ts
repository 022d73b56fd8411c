import { expect, test } from 'vitest';
import { signingKey } from '../../src/actions/signing-key.ts';
import { memoryVault } from '../http/support/memory-vault.ts';
import { realRandom } from '../support/ports/random.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

test('two instances that create the signing key at the same time use the same key', async () => {
  const store = await openSqlite();
  const ports = { ledger: store.ledger, vault: memoryVault(), random: realRandom };
  const both = await Promise.all([signingKey(ports)(), signingKey(ports)()]);
  expect(both[0]).toEqual(both[1]);
  expect(await signingKey(ports)()).toEqual(both[0]);
  await store.close();
});

test('no signing key is created while the vault is down, and the next call tries again', async () => {
  const store = await openSqlite();
  const vault = memoryVault();
  const key = signingKey({ ledger: store.ledger, vault, random: realRandom });
  vault.mood = 'down';
  await expect(key()).rejects.toMatchObject({ code: 'vault-unavailable' });
  vault.mood = 'well';
  expect((await key()).jwk.crv).toBe('P-256');
  await store.close();
});
