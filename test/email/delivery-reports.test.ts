import { expect, test } from 'vitest';
import { deliveryReports } from '../../src/email/delivery-reports.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { START } from '../support/stores/conversations.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const store = freshFixture(() => openSqlite());
const HOUR_MS = 3_600_000;

function open({ isOn = true } = {}) {
  const clock = manualClock(Date.parse(START));
  const secret = () => Promise.resolve(new Uint8Array(32).fill(7));
  return { clock, reports: deliveryReports({ clock, ledger: store.ledger, isOn, secret }) };
}
const bounced = (operation: string) => ({ operation, status: 'Bounced' });

test('a reported failure is found by the operation of its e-mail, and a repeated report changes nothing', async () => {
  const { reports } = open();
  expect(await reports.failureOf('operation-1')).toBeUndefined();
  await reports.store([bounced('operation-1'), { operation: 'operation-2', status: 'Delivered' }]);
  await reports.store([{ operation: 'operation-1', status: 'Failed' }]);
  expect(await reports.failureOf('operation-1')).toBe('recipient-refused');
  expect(await reports.failureOf('operation-2')).toBeUndefined();
});

test('a report is kept until the last check of its e-mail, and then deleted', async () => {
  const { clock, reports } = open();
  await reports.store([bounced('operation-1')]);
  clock.advance(48 * HOUR_MS);
  await reports.removeOld();
  expect(await reports.failureOf('operation-1')).toBe('recipient-refused');
  clock.advance(25 * HOUR_MS);
  await reports.removeOld();
  expect(await reports.failureOf('operation-1')).toBeUndefined();
});

test('the stored report contains neither the conversation nor the address', async () => {
  const { reports } = open();
  await reports.store([bounced('operation-1')]);
  const stored = await store.ledger.list('email-report');
  expect(stored.map(({ id, value }) => ({ id, value }))).toEqual([
    { id: 'operation-1', value: { failure: 'recipient-refused', at: START } },
  ]);
});

test('only the key of this deployment is accepted', async () => {
  const { reports } = open();
  const key = await reports.key();
  await expect(reports.requireKey(key)).resolves.toBeUndefined();
  for (const wrong of ['', 'x', key.slice(1), `${key}x`]) {
    await expect(reports.requireKey(wrong)).rejects.toMatchObject({ code: 'unauthorized' });
  }
});

test('without a service that sends reports there is no key', async () => {
  const { reports } = open({ isOn: false });
  await expect(reports.key()).rejects.toMatchObject({ code: 'email-not-configured' });
});
