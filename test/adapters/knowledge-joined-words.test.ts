import { expect, test } from 'vitest';
import { joinedWordsOf } from '../../src/adapters/knowledge/words.ts';

test('a word with hyphens is also indexed as one word', () => {
  expect(joinedWordsOf('Wi-Fi, then check-out-time (e-mail) and -x- or y-')).toEqual([
    'WiFi',
    'checkouttime',
    'email',
  ]);
});

test('joined words in a text of 60 000 letters without a space are found in linear time', () => {
  // The square of its length would take minutes, and with it the time of the test.
  expect(joinedWordsOf(`${'字'.repeat(60_000)} check-in`)).toEqual(['checkin']);
});
