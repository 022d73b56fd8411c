import { describe, expect, test } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import type { Ledger } from '../../src/ports.ts';
import { adminKeyLedger } from '../../src/access/admin-key-state.ts';
import { adminKeys, type AdminKeys } from '../../src/access/admin-keys.ts';
import { background } from '../../src/platform/background.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realRandom } from '../support/ports/random.ts';
import { refusal } from '../support/refusal.ts';
import { scriptedVault } from '../support/ports/scripted-vault.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const OLD = 'a1'.repeat(24);
const LEGACY = 'the key of an earlier release';

const store = freshFixture(() => openSqlite());
const vault = freshFixture(() => scriptedVault(OLD));
const clock = freshFixture(() => manualClock());

interface Options {
  ledger?: Ledger;
  legacyKey?: string;
  startGated?: boolean;
}

/** One instance of the service with the parts for the admin key; all share the vault and the ledger. */
function instance({ ledger = store.ledger, startGated = false, ...options }: Options = {}): AdminKeys {
  const telemetry = { record: () => undefined, close: () => Promise.resolve() };
  // Competing writers pause before a retry; here the pause is one turn of the event loop.
  const meeting = { ...clock, sleep: () => new Promise<void>((resolve) => setImmediate(resolve)) };
  const shared = { clock: meeting, random: realRandom, telemetry, background: background(telemetry) };
  return adminKeys({
    ...shared,
    vault,
    startGated,
    ...options,
    state: adminKeyLedger({ ...shared, ledger }),
  });
}

async function keyOf(keys: AdminKeys): Promise<string | undefined> {
  const { inForce } = await keys.current();
  return inForce.mode === 'gated' ? inForce.key : undefined;
}

async function rotate(keys: AdminKeys): Promise<string> {
  return await keys.rotate((await keys.current()).generation);
}

describe('the admin key in the vault', () => {
  test('is read once in 30 seconds, for any number of callers', async () => {
    const keys = instance();
    await Promise.all(Array.from({ length: 20 }, () => keys.current()));
    clock.advance(29_999);
    await keys.current();
    expect(vault.reads).toBe(1);
    clock.advance(1);
    expect(await keyOf(keys)).toBe(OLD);
    expect(vault.reads).toBe(2);
  });

  test('is read again by the next caller after a failed read', async () => {
    const keys = instance();
    vault.state = 'down';
    expect(await refusal(keys.current())).toBe('vault-unavailable');
    vault.state = 'well';
    expect(await keyOf(keys)).toBe(OLD);
  });

  test('is not served from the cache after 30 seconds if the vault fails', async () => {
    const keys = instance();
    await keys.current();
    vault.state = 'down';
    clock.advance(30_000);
    expect(await refusal(keys.current())).toBe('vault-unavailable');
  });

  test('never becomes anonymous mode if the vault fails, even if it was anonymous before', async () => {
    vault.secret = undefined;
    const keys = instance();
    expect(await keyOf(keys)).toBeUndefined();
    vault.state = 'down';
    clock.advance(30_000);
    expect(await refusal(keys.current())).toBe('vault-unavailable');
  });

  test('is replaced by ADMIN_KEY only while the vault fails or holds no key', async () => {
    const keys = instance({ legacyKey: LEGACY });
    vault.state = 'down';
    expect(await keyOf(keys)).toBe(LEGACY);
    vault.state = 'well';
    expect(await keyOf(keys)).toBe(OLD);
    vault.secret = undefined;
    clock.advance(30_000);
    expect(await keyOf(keys)).toBe(LEGACY);
  });
});

describe('a rotation of the admin key', () => {
  test('is known to every instance as soon as it ends, despite their caches', async () => {
    const [here, there] = [instance(), instance()];
    expect([await keyOf(here), await keyOf(there)]).toEqual([OLD, OLD]);
    const fresh = await rotate(here);
    expect([await keyOf(here), await keyOf(there)]).toEqual([fresh, fresh]);
  });

  test('succeeds once if many run at the same time, and the others get a conflict', async () => {
    const instances = Array.from({ length: 8 }, () => instance());
    const { generation } = await instance().current();
    const outcomes = await Promise.allSettled(instances.map((keys) => keys.rotate(generation)));
    const shown = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    expect(shown).toHaveLength(1);
    expect(shown[0]?.value).toBe(vault.secret);
    expect(vault.writes).toBe(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'rotation-conflict' });
    }
  });

  test('returns the new key if the vault stored it but its answer was lost', async () => {
    const keys = instance();
    const { generation } = await keys.current();
    const { write } = vault;
    vault.write = async (name, value) => {
      await write(name, value);
      throw new AppError('vault-unavailable');
    };
    const fresh = await keys.rotate(generation);
    vault.write = write;
    expect([await keyOf(keys), await keyOf(instance())]).toEqual([fresh, fresh]);
  });

  test('is refused for a session of the previous key', async () => {
    const keys = instance();
    const { generation } = await keys.current();
    const fresh = await keys.rotate(generation);
    expect(await refusal(keys.rotate(generation))).toBe('rotation-conflict');
    expect(await keyOf(keys)).toBe(fresh);
  });

  test('blocks other rotations while it writes to the vault, and no instance uses its cached key in that time', async () => {
    const [here, there] = [instance(), instance()];
    const { generation } = await there.current();
    const arrived = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    vault.beforeWrite = () => {
      arrived.resolve();
      return released.promise;
    };
    const rotating = here.rotate(generation);
    await arrived.promise;
    expect(await refusal(there.rotate(generation))).toBe('rotation-conflict');
    const { reads } = vault;
    expect(await keyOf(there)).toBe(OLD);
    expect(vault.reads).toBe(reads + 1);
    released.resolve();
    const fresh = await rotating;
    expect([vault.secret, await keyOf(there)]).toEqual([fresh, fresh]);
  });

  test('that ends after its lease has expired does not end the rotation that has begun since', async () => {
    const [late, next, other] = [instance(), instance(), instance()];
    const held: (() => void)[] = [];
    vault.beforeWrite = () => new Promise((resolve) => void held.push(resolve));
    const first = rotate(late);
    await expect.poll(() => held).toHaveLength(1);
    clock.advance(30_000);
    const second = rotate(next);
    await expect.poll(() => held).toHaveLength(2);
    vault.beforeWrite = () => Promise.resolve();
    held[0]?.();
    await first;
    expect(await refusal(rotate(other))).toBe('rotation-conflict');
    held[1]?.();
    const fresh = await second;
    expect([vault.secret, await keyOf(other)]).toEqual([fresh, fresh]);
  });

  test('that the vault refuses keeps the old key, and the next rotation is not blocked', async () => {
    const keys = instance();
    vault.state = 'read-only';
    expect(await refusal(rotate(keys))).toBe('vault-unavailable');
    expect(await keyOf(keys)).toBe(OLD);
    vault.state = 'well';
    expect(await rotate(keys)).toBe(vault.secret);
  });

  test('returns the new key and disables the old one even if the store fails at the end', async () => {
    let failing = false;
    const here = instance({
      ledger: {
        ...store.ledger,
        write: (...args) =>
          failing ? Promise.reject(new AppError('store-unavailable')) : store.ledger.write(...args),
      },
    });
    const there = instance();
    expect(await keyOf(there)).toBe(OLD);
    const { generation } = await here.current();
    vault.beforeWrite = () => Promise.resolve(void (failing = true));
    const fresh = await here.rotate(generation);
    expect(await keyOf(there)).toBe(fresh);
    expect(await refusal(there.rotate((await there.current()).generation))).toBe('rotation-conflict');
    clock.advance(30_000);
    expect(await rotate(there)).toBe(vault.secret);
  });
});

describe('a gated deployment', () => {
  test('refuses requests while there is no key, and no request creates one', async () => {
    vault.secret = undefined;
    const keys = instance({ startGated: true });
    expect(await refusal(keys.current())).toBe('vault-unavailable');
    expect([vault.secret, vault.writes]).toEqual([undefined, 0]);
  });

  test('accepts requests once a key is put into the vault by hand', async () => {
    vault.secret = undefined;
    const keys = instance({ startGated: true });
    expect(await refusal(keys.current())).toBe('vault-unavailable');
    vault.secret = OLD;
    clock.advance(30_000);
    expect(await keyOf(keys)).toBe(OLD);
  });

  test('creates its first key once and returns it to one caller only, also after refused requests', async () => {
    vault.secret = undefined;
    const keys = instance({ startGated: true });
    expect(await refusal(keys.current())).toBe('vault-unavailable');
    const made = await keys.createFirst();
    expect(made).toMatch(/^[0-9a-f]{48}$/);
    expect(vault.secret).toBe(made);
    expect(await keyOf(keys)).toBe(made);
    expect(await keys.createFirst()).toBeUndefined();
    expect(await instance({ startGated: true }).createFirst()).toBeUndefined();
  });

  test('creates one key if many instances start at the same time', async () => {
    vault.secret = undefined;
    const starts = Array.from({ length: 5 }, () => instance({ startGated: true }).createFirst());
    const outcomes = await Promise.allSettled(starts);
    const made = outcomes.flatMap((it) => (it.status === 'fulfilled' ? (it.value ?? []) : []));
    expect(made).toEqual([vault.secret]);
    expect(vault.writes).toBe(1);
  });

  test.each([
    ['a key in the vault', OLD, undefined],
    ['ADMIN_KEY', undefined, LEGACY],
  ])('creates no key if there is %s', async (_, secret, legacyKey) => {
    vault.secret = secret;
    const keys = instance({ startGated: true, ...(legacyKey !== undefined && { legacyKey }) });
    expect(await keys.createFirst()).toBeUndefined();
    expect(await keyOf(keys)).toBe(secret ?? legacyKey);
    expect(vault.writes).toBe(0);
  });

  test('does not create a key to replace one that the vault has lost', async () => {
    await rotate(instance());
    vault.secret = undefined;
    expect(await instance({ startGated: true }).createFirst()).toBeUndefined();
  });
});
