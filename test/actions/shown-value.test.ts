import { expect, test } from 'vitest';
import { formText } from '../../src/actions/rules/result-text.ts';
import { shownValue } from '../../src/actions/rules/shown-value.ts';

test.each([
  ['2026-12-04', 'en-US', 'December 4, 2026'],
  ['2026-12-04', 'en-GB', '4 December 2026'],
  ['2026-12-04', 'de', '4. Dezember 2026'],
  ['2026-12-04', 'en-a', 'December 4, 2026'],
  ['129.00 EUR', 'en', '€129.00'],
  ['USD 5', 'en', '$5.00'],
])('%s is shown in %s as %s', (value, locale, shown) => {
  expect(shownValue(value, locale)).toBe(shown);
});

test.each(['2026-13-04', '2026-12-04T10:00:00Z', '10423', '129.00', 'EUR', 'EUR 5 USD', '12-04-2026'])(
  '%s is shown as it is',
  (value) => {
    expect(shownValue(value, 'de')).toBe(value);
  },
);

test('the message of a form is plain text, a line for each value', () => {
  const values = [
    { label: 'Order number', value: '10423' },
    { label: 'Note', value: 'Ring\n*twice*' },
  ];
  expect(formText('Change the date', values)).toBe(
    'Change the date\n\nOrder number: 10423\nNote: Ring *twice*',
  );
  expect(formText('Your orders', [])).toBe('Your orders');
});
