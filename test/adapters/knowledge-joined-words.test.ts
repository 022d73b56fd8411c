import { expect, test } from 'vitest';
import { joinedWordsOf } from '../../src/adapters/knowledge/words.ts';

test('a word with hyphens is found as one, wherever it is', () => {
  expect(joinedWordsOf('Wi-Fi, then check-out-time (e-mail) and -x- or y-')).toEqual([
    'WiFi',
    'checkouttime',
    'email',
  ]);
});

test('a text of 60 000 letters without a space is looked through once, and not once for each letter', () => {
  // The square of its length would take minutes, and with it the time of the test.
  expect(joinedWordsOf(`${'字'.repeat(60_000)} check-in`)).toEqual(['checkin']);
});
