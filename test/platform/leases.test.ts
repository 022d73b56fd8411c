import { expect, test } from 'vitest';
import type { Ledger } from '../../src/ports.ts';
import { LEASE_MS, leases } from '../../src/platform/leases.ts';
import { AppError } from '../../src/core/errors.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { realRandom } from '../support/ports/random.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const store = freshFixture(() => openSqlite());
const clock = freshFixture(() => manualClock());

/** The leases of one instance. */
function instance(ledger: Ledger = store.ledger) {
  const stopping = new AbortController();
  const parts = { clock, random: realRandom, telemetry: recordingTelemetry(), stopping: stopping.signal };
  return { ...leases({ ...parts, ledger }), end: () => stopping.abort(new Error('end')) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a lease excludes other instances and is released when the work ends or fails', async () => {
  const [one, other] = [instance(), instance()];
  await one.hold('shop', async () => {
    expect(await other.hold('shop', () => Promise.resolve('other'))).toBeUndefined();
    expect(await other.hold('blog', () => Promise.resolve('other'))).toEqual({ result: 'other' });
  });
  const failing = one.hold('shop', () => Promise.reject(new AppError('store-unavailable')));
  await expect(failing).rejects.toThrow(AppError);
  expect(await other.hold('shop', () => Promise.resolve('other'))).toEqual({ result: 'other' });
});

test('a lease is renewed for as long as the work takes, even during a pause', async () => {
  const [one, other] = [instance(), instance()];
  await one.hold('shop', async (lease) => {
    for (let passed = 0; passed < 3 * LEASE_MS; passed += 10_000) {
      clock.advance(10_000);
      await turn();
      expect(() => lease.check()).not.toThrow();
    }
    expect(await other.hold('shop', () => Promise.resolve('other'))).toBeUndefined();
  });
});

test('an instance that was frozen for longer than its lease can no longer write', async () => {
  const [one, other] = [instance(), instance()];
  await one.hold('shop', async (lease) => {
    one.end();
    clock.advance(LEASE_MS - 1);
    expect(() => lease.check()).not.toThrow();
    clock.advance(1);
    expect(await other.hold('shop', () => Promise.resolve('other'))).toEqual({ result: 'other' });
    expect(() => lease.check()).toThrow(AppError);
    expect(lease.lost.aborted).toBe(true);
  });
  // Its end does not end the lease of its successor.
  await other.hold('shop', async () => {
    expect(await instance().hold('shop', () => Promise.resolve('third'))).toBeUndefined();
  });
});

test('work that outlasts its lease does not release the lease of the next holder', async () => {
  const [one, other, third] = [instance(), instance(), instance()];
  const ends = Promise.withResolvers<void>();
  const late = one.hold('shop', () => ends.promise);
  for (let turns = 0; turns < 20; turns++) await turn();
  one.end();
  clock.advance(LEASE_MS);
  await other.hold('shop', async () => {
    ends.resolve();
    await late;
    expect(await third.hold('shop', () => Promise.resolve('third'))).toBeUndefined();
  });
});

test('a lease survives a failed renewal until its time is over', async () => {
  let isDown = false;
  const { ledger } = store;
  const one = instance({
    ...ledger,
    read: (...given) => (isDown ? Promise.reject(new AppError('store-unavailable')) : ledger.read(...given)),
  });
  await one.hold('shop', async (lease) => {
    isDown = true;
    clock.advance(LEASE_MS / 2);
    await turn();
    clock.advance(LEASE_MS / 2 - 1);
    await turn();
    expect(() => lease.check()).not.toThrow();
    clock.advance(1);
    expect(() => lease.check()).toThrow(AppError);
  });
});

test('a lease is lost if another instance held it in the meantime, even if it is free again', async () => {
  let isDown = false;
  const { ledger } = store;
  const one = instance({
    ...ledger,
    read: (...given) => (isDown ? Promise.reject(new AppError('store-unavailable')) : ledger.read(...given)),
  });
  await one.hold('shop', async (lease) => {
    isDown = true;
    for (let passed = 0; passed < LEASE_MS; passed += LEASE_MS / 3) {
      clock.advance(LEASE_MS / 3);
      await turn();
    }
    expect(await instance().hold('shop', () => Promise.resolve('other'))).toEqual({ result: 'other' });
    isDown = false;
    clock.advance(LEASE_MS / 3);
    for (let turns = 0; turns < 20; turns++) await turn();
    expect(() => lease.check()).toThrow(AppError);
  });
});

test('a lease is released after the work even if its renewal ends later', async () => {
  const { ledger } = store;
  const slow = Promise.withResolvers<void>();
  let isSlow = false;
  const one = instance({
    ...ledger,
    async read(...given) {
      const waits = isSlow;
      isSlow = false;
      if (waits) await slow.promise;
      return await ledger.read(...given);
    },
  });
  const held = one.hold('shop', () => {
    isSlow = true;
    clock.advance(LEASE_MS / 3);
    return Promise.resolve();
  });
  for (let turns = 0; turns < 20; turns++) await turn();
  slow.resolve();
  await held;
  await turn();
  expect(await instance().hold('shop', () => Promise.resolve('other'))).toEqual({ result: 'other' });
  expect(clock.sleeping()).toBe(0);
});
