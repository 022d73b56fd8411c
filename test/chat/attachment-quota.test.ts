import { expect, test } from 'vitest';
import { attachmentQuota } from '../../src/chat/attachment-quota.ts';
import { movedClock } from '../support/clocks/real-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { refusal } from '../support/refusal.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const sqlite = freshFixture(() => openSqlite());
const clock = freshFixture(() => ({ ...movedClock(), close: () => Promise.resolve() }));

const quota = (perDay: number) =>
  attachmentQuota({
    clock,
    counters: sqlite.counters,
    perDay,
    hashKey: () => Promise.resolve(new Uint8Array(32)),
  });

const ONE = '203.0.113.1';
const OTHER = '203.0.113.2';

async function repeat(times: number, call: () => Promise<void>): Promise<void> {
  for (let time = 0; time < times; time++) await call();
}

test('files that are begun and not sent use up no quota of other addresses', async () => {
  const files = quota(40);
  await repeat(100, () => files.begin(ONE));
  expect(await refusal(files.begin(ONE))).toBe('rate-limited');
  await files.begin(OTHER);
  await files.count(OTHER);
});

test('an address sends its share of the daily quota, and refused files use up no quota of others', async () => {
  const files = quota(40);
  await repeat(20, () => files.count(ONE));
  for (let time = 0; time < 30; time++) expect(await refusal(files.count(ONE))).toBe('rate-limited');
  expect(await refusal(files.begin(ONE))).toBe('rate-limited');
  await repeat(20, () => files.count(OTHER));
  expect(await refusal(files.begin('203.0.113.3'))).toBe('rate-limited');
});

test('the share of an address is a fiftieth of the daily quota', async () => {
  const files = quota(2000);
  await repeat(40, () => files.count(ONE));
  expect(await refusal(files.count(ONE))).toBe('rate-limited');
});

test('the daily quota of a deployment includes the files of agents, and a refusal states the time to wait', async () => {
  const files = quota(1);
  await files.begin(undefined);
  await files.count(undefined);
  await expect(files.begin(OTHER)).rejects.toMatchObject({
    code: 'rate-limited',
    details: { retryAfterSeconds: 86_400 },
  });
  clock.advance(86_400_000);
  await files.begin(OTHER);
});

test('no address is stored', async () => {
  const keys: string[] = [];
  const counters = {
    ...sqlite.counters,
    hit: (...of: Parameters<typeof sqlite.counters.hit>) => {
      keys.push(...of[0]);
      return sqlite.counters.hit(...of);
    },
  };
  const hashKey = () => Promise.resolve(new Uint8Array(32));
  await attachmentQuota({ clock, counters, perDay: 1, hashKey }).begin(ONE);
  expect(keys).toHaveLength(3);
  expect(keys.join()).not.toContain(ONE);
});
