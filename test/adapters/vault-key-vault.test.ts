import { describe, expect, it } from 'vitest';
import { keyVault } from '../../src/adapters/vault/key-vault.ts';
import {
  secretVaultContract,
  type Breakage,
  type SecretVaultSetup,
} from '../contracts/secret-vault.contract.ts';
import {
  startKeyVault,
  VAULT_RESOURCE,
  type KeyVaultServer,
  type VaultFault,
} from '../fakes/key-vault-server.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { refusal } from '../support/refusal.ts';

interface Setup extends SecretVaultSetup {
  server: KeyVaultServer;
  /** The scopes for which tokens were asked. */
  scopes: string[];
}

async function open(): Promise<Setup> {
  const token = 'token-for-the-vault';
  const server = await startKeyVault(token);
  const scopes: string[] = [];
  const credential = {
    getToken(scope: string | string[]) {
      scopes.push(...[scope].flat());
      return Promise.resolve({ token, expiresOnTimestamp: Date.now() + 3_600_000 });
    },
  };
  const another = () =>
    keyVault({
      url: server.url,
      credential: () => Promise.resolve(credential),
      clock: realClock,
      timeoutMs: 1_500,
    });
  const readable = (name: string) => Promise.resolve(server.readable(name));
  return { vault: another(), another, readable, server, scopes, close: server.close };
}

const failing =
  (fault: VaultFault): Breakage<Setup> =>
  ({ server }) => {
    server.fault = fault;
    return Promise.resolve(() => {
      server.fault = undefined;
      return Promise.resolve();
    });
  };

secretVaultContract('Key Vault', open, {
  'a vault that forbids it': failing({ status: 403, code: 'Forbidden' }),
  'a vault that throttles': failing({ status: 429, code: 'Throttled', retryAfterSeconds: 10 }),
  'a vault that fails': failing({ status: 500, code: 'InternalError' }),
  'a vault that has another 404': failing({ status: 404, code: 'VaultNotFound' }),
  'a vault that hangs': failing('hang'),
  'a vault whose line breaks': failing('reset'),
});

describe('Key Vault', () => {
  it('requests one token for the resource that the challenge names, and reuses it', async () => {
    const { vault, server, scopes, close } = await open();
    for (let n = 0; n < 3; n++) await vault.read('admin-key');
    expect({ challenged: server.challenged, admitted: server.admitted, scopes }).toEqual({
      challenged: 1,
      admitted: 3,
      scopes: [`${VAULT_RESOURCE}/.default`],
    });
    await close();
  });

  it('retries a read that was throttled', async () => {
    const { vault, server, close } = await open();
    await vault.write('admin-key', 'one');
    server.fault = { status: 429, code: 'Throttled', retryAfterSeconds: 1 };
    const read = vault.read('admin-key');
    await expect.poll(() => server.admitted).toBe(1);
    server.fault = undefined;
    expect(await read).toMatchObject({ value: 'one' });
    await close();
  });

  it('is unavailable, and keeps the secret, if the identity may not delete it', async () => {
    const { vault, server, close } = await open();
    await vault.write('action-header', 'one');
    server.fault = { status: 403, code: 'Forbidden' };
    expect(await refusal(vault.remove('action-header'))).toBe('vault-unavailable');
    server.fault = undefined;
    expect(await vault.read('action-header')).toMatchObject({ value: 'one' });
    await close();
  });

  it('is unavailable, not empty, if the identity gives no token', async () => {
    const { server, close } = await open();
    const withoutToken = { getToken: () => Promise.reject(new Error('no identity')) };
    const vault = keyVault({
      url: server.url,
      credential: () => Promise.resolve(withoutToken),
      clock: realClock,
    });
    expect(await refusal(vault.read('admin-key'))).toBe('vault-unavailable');
    await close();
  });
});
