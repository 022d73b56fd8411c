import { expect, test } from 'vitest';
import type { EmailKind } from '../../src/conversations/records/sent-email.ts';
import { EMAILS_PER_ADDRESS, emailLimits } from '../../src/email/email-limits.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { START } from '../support/stores/conversations.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const store = freshFixture(() => openSqlite());
const HOUR_MS = 3_600_000;

function limitsOf(perHour: number) {
  const clock = manualClock(Date.parse(START));
  const hashKey = () => Promise.resolve(new Uint8Array(32));
  const count = emailLimits({ clock, counters: store.counters, perHour, hashKey });
  const result = async (kind: EmailKind, to: string) => {
    const refused = await count({ kind, to });
    if (!refused) return 'sent';
    return refused.permanent ? 'never' : 'later';
  };
  return {
    clock,
    /** The results for e-mails of a kind to addresses, one after another. */
    async results(kind: EmailKind, addresses: readonly string[]): Promise<string[]> {
      const all: string[] = [];
      for (const to of addresses) all.push(await result(kind, to));
      return all;
    },
  };
}
const times = (count: number, to: string) => Array.from({ length: count }, () => to);
const different = (count: number) => Array.from({ length: count }, (_, n) => `visitor-${n}@example.com`);

test('an address gets three confirmations a day, which do not count against answers to it', async () => {
  const { clock, results } = limitsOf(100);
  expect(await results('confirmation', times(5, 'vera@example.com'))).toEqual([
    'sent',
    'sent',
    'sent',
    'never',
    'never',
  ]);
  expect(await results('reply', times(EMAILS_PER_ADDRESS + 1, 'vera@example.com'))).toEqual([
    ...times(EMAILS_PER_ADDRESS, 'sent'),
    'never',
  ]);
  clock.advance(24 * HOUR_MS);
  expect(await results('confirmation', ['vera@example.com'])).toEqual(['sent']);
});

test('e-mails that visitors request get a fifth of the hourly limit, and answers get the rest', async () => {
  const { clock, results } = limitsOf(10);
  expect(await results('confirmation', different(3))).toEqual(['sent', 'sent', 'later']);
  expect(await results('transcript', different(1))).toEqual(['later']);
  expect(await results('reply', different(9))).toEqual([...times(8, 'sent'), 'later']);
  clock.advance(HOUR_MS);
  expect(await results('transcript', different(3))).toEqual(['sent', 'sent', 'later']);
});

test('answers may use the whole hourly limit if no visitor requests an e-mail', async () => {
  const { results } = limitsOf(10);
  expect(await results('unseen', different(11))).toEqual([...times(10, 'sent'), 'later']);
});

test('an address is counted without its tag and in any case', async () => {
  const { results } = limitsOf(100);
  const spellings = ['vera@example.com', 'Vera@Example.COM', 'vera+1@example.com', 'VERA+shop+2@example.com'];
  expect(await results('confirmation', spellings)).toEqual(['sent', 'sent', 'sent', 'never']);
  await results('reply', times(EMAILS_PER_ADDRESS - 3, 'vera@example.com'));
  expect(await results('reply', spellings)).toEqual(['sent', 'sent', 'sent', 'never']);
  expect(await results('reply', ['+vera@example.com', 'vera@shop.example'])).toEqual(['sent', 'sent']);
});

test('an address is counted as the same in each spelling of its domain', async () => {
  const { results } = limitsOf(100);
  const spellings = [
    'v@bücher.example',
    'v@xn--bcher-kva.example',
    'V@BÜCHER.example',
    'v@bu\u0308cher.example',
  ];
  expect(await results('confirmation', spellings)).toEqual(['sent', 'sent', 'sent', 'never']);
});

test('an e-mail that waits for the next hour is not counted for its address', async () => {
  const { clock, results } = limitsOf(1);
  expect(await results('reply', ['lee@example.com'])).toEqual(['sent']);
  const waiting = times(EMAILS_PER_ADDRESS, 'vera@example.com');
  expect(await results('reply', waiting)).toEqual(waiting.map(() => 'later'));
  clock.advance(HOUR_MS);
  expect(await results('reply', ['vera@example.com'])).toEqual(['sent']);
});
