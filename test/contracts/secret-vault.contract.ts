import { describe, expect, it } from 'vitest';
import type { SecretVault } from '../../src/ports.ts';
import { freshFixture } from '../support/fixtures.ts';
import { refusal } from '../support/refusal.ts';

export interface SecretVaultSetup {
  vault: SecretVault;
  /** Another instance on the same secrets, which has read nothing yet. */
  another(): SecretVault;
  /** The values of all versions of a secret that can be read from where the vault stores them. */
  readable(name: string): Promise<string[]>;
  close(): Promise<void>;
}

/** A way in which a vault can fail: breaks it, and returns how to repair it. */
export type Breakage<Setup> = (setup: Setup, name: string) => Promise<() => Promise<void>>;

/**
 * The contract of every vault. Present, absent and unavailable are three things: only a definite "none" may
 * open a gate.
 */
export function secretVaultContract<Setup extends SecretVaultSetup>(
  name: string,
  open: () => Promise<Setup>,
  breakages: Readonly<Record<string, Breakage<Setup>>>,
): void {
  describe(`${name}, as a vault`, () => {
    const KEY = 'admin-key';
    const setup = freshFixture(() => open());

    it('returns nothing for a secret that was never written', async () => {
      expect(await setup.vault.read(KEY)).toBeUndefined();
    });

    it('returns each written value by its version', async () => {
      const value = '0123456789abcdef'.repeat(3);
      const version = await setup.vault.write(KEY, value);
      expect(await setup.vault.read(KEY)).toEqual({ value, version });
      expect(await setup.another().read(KEY)).toEqual({ value, version });
    });

    it('reads the newest version, and never gives two versions one name', async () => {
      const versions = [];
      for (const value of ['first', 'second', 'third']) {
        const version = await setup.vault.write(KEY, value);
        expect(await setup.another().read(KEY)).toEqual({ value, version });
        versions.push(version);
      }
      expect(new Set(versions).size).toBe(3);
    });

    it('keeps the values of different secrets separate', async () => {
      await setup.vault.write(KEY, 'one');
      expect(await setup.vault.read('another-key')).toBeUndefined();
      await setup.vault.write('another-key', 'two');
      expect(await setup.vault.read(KEY)).toMatchObject({ value: 'one' });
    });

    it('removes a secret with all its versions, and a secret that does not exist', async () => {
      await setup.vault.write('another-key', 'stays');
      for (const value of ['first', 'second']) await setup.vault.write(KEY, value);
      expect(await setup.readable(KEY)).toContain('second');
      await setup.vault.remove(KEY);
      expect(await setup.vault.read(KEY)).toBeUndefined();
      expect(await setup.another().read(KEY)).toBeUndefined();
      expect(await setup.readable(KEY)).toEqual([]);
      await setup.another().remove(KEY);
      await setup.vault.remove('never-written');
      expect(await setup.vault.read('another-key')).toMatchObject({ value: 'stays' });
    });

    it('gives each of several concurrent writes a version, and makes one of them the newest', async () => {
      const values = Array.from({ length: 8 }, (_, n) => `value ${n}`);
      const versions = await Promise.all(
        values.map((value, n) => (n % 2 ? setup.vault : setup.another()).write(KEY, value)),
      );
      expect(new Set(versions).size).toBe(values.length);
      const newest = await setup.vault.read(KEY);
      expect(newest?.value).toBe(values[versions.indexOf(newest?.version ?? '')]);
    });

    describe.each(Object.entries(breakages))('%s', (_what, breakVault) => {
      it('fails with vault-unavailable instead of reporting a missing secret, until the vault works again', async () => {
        await setup.vault.write(KEY, 'one');
        const repair = await breakVault(setup, KEY);
        expect(await refusal(setup.vault.read(KEY))).toBe('vault-unavailable');
        expect(await refusal(setup.another().read(KEY))).toBe('vault-unavailable');
        await repair();
        expect(await setup.vault.read(KEY)).toMatchObject({ value: 'one' });
      });
    });
  });
}
