import { describe, expect, test } from 'vitest';
import { parseExactJson } from '../../src/lib/exact-json.ts';
import { checkValue, checkValues } from '../../src/actions/rules/parameter-values.ts';
import type { ParameterType } from '../../src/actions/records/action.ts';
import { asked, cancelOrder } from '../support/parts/order-actions.ts';

const NUMBER: ParameterType = { kind: 'number', minimum: 1, maximum: 10 };
const WHOLE: ParameterType = { kind: 'number', whole: true };
const CHOICE: ParameterType = { kind: 'choice', options: ['home', 'shop'] };
const DATE: ParameterType = { kind: 'date' };
const TEXT: ParameterType = { kind: 'text' };
const ORDER: ParameterType = { kind: 'text', pattern: '[0-9]{5}' };

describe('a value', () => {
  test.each<[ParameterType, unknown, string | number]>([
    [WHOLE, '174322306148984899', '174322306148984899'],
    [WHOLE, '-0174322306148984899', '-174322306148984899'],
    [WHOLE, '9007199254740993', '9007199254740993'],
    [WHOLE, '900719925474099', 900719925474099],
    [WHOLE, parseExactJson('174322306148984899'), '174322306148984899'],
    [WHOLE, parseExactJson('2.0'), 2],
    [WHOLE, parseExactJson('1e3'), 1000],
    [{ kind: 'text' }, parseExactJson('174322306148984899'), '174322306148984899'],
    [{ kind: 'number' }, '1234567890123456.12', '1234567890123456.12'],
    [NUMBER, 2.5, 2.5],
    [NUMBER, ' 3 ', 3],
    [WHOLE, 7, 7],
    [CHOICE, 'home', 'home'],
    [DATE, '2028-02-29', '2028-02-29'],
    [TEXT, '  Zoë \n 🚲 ', 'Zoë \n 🚲'],
    [TEXT, 10423, '10423'],
    [TEXT, 'half \ud800 pair', 'half \ufffd pair'],
    [ORDER, '10423', '10423'],
    [{ kind: 'text', maxLength: 3 }, '🚲🚲🚲', '🚲🚲🚲'],
  ])('%j: %j is %j', (type, given, value) => {
    expect(checkValue(type, given)).toEqual({ value });
  });

  test.each<[ParameterType, unknown]>([
    [NUMBER, 0],
    [NUMBER, 11],
    [NUMBER, 'many'],
    [NUMBER, '0x7'],
    [NUMBER, '1e3'],
    [NUMBER, NaN],
    [NUMBER, true],
    [WHOLE, 1.5],
    [WHOLE, 1e308],
    [WHOLE, '9'.repeat(39)],
    [WHOLE, '174322306148984899.5'],
    [{ kind: 'number', maximum: 10 }, '174322306148984899'],
    [WHOLE, 2 ** 60],
    [CHOICE, 'office'],
    [CHOICE, ['home']],
    [DATE, '2027-02-29'],
    [DATE, '2027-13-01'],
    [DATE, 'tomorrow'],
    [DATE, 20270101],
    [TEXT, {}],
    [TEXT, 1e21],
    [TEXT, '   '],
    [TEXT, 'a\u0000b'],
    [TEXT, 'a\u009bb'],
    [TEXT, 'x'.repeat(1_001)],
    [{ kind: 'text', maxLength: 3 }, '🚲🚲🚲🚲'],
    [ORDER, '10423\n'.repeat(2)],
    [ORDER, '104230'],
    [ORDER, 'x10423'],
    [{ kind: 'text', pattern: 'a*' }, 'a'.repeat(101)],
  ])('%j: %j is refused', (type, given) => {
    expect(checkValue(type, given)).toEqual({ problem: expect.any(String) });
  });
});

describe('the values of an action', () => {
  const { parameters } = cancelOrder();
  test('may omit an optional value or give null or an empty text for it', () => {
    for (const reason of [undefined, null, '']) {
      expect(checkValues(parameters, { order: '1', reason })).toEqual({ values: { order: '1' } });
    }
  });

  test('are answered with every problem at the same time', () => {
    const more = [...parameters, asked('day', { label: 'Day', type: DATE })];
    expect(checkValues(more, { day: 'soon' })).toEqual({
      problems: ['Order number is missing.', 'Day must be a date such as 2026-12-31.'],
    });
  });

  test('are refused if they contain the identity, fixed values or unknown names', () => {
    const fixed = [...parameters, asked('shop', { source: { from: 'fixed', value: 'a' } })];
    for (const name of ['customer', 'shop', 'email', '__proto__', 'constructor']) {
      const given: unknown = JSON.parse(`{"order":"1","${name}":"customer-8"}`);
      expect(checkValues(fixed, given)).toEqual({ problems: [`“${name}” is not a value of this action.`] });
    }
  });

  test.each([null, [], 'order', 7, undefined])('%j is refused', (given) => {
    expect(checkValues(parameters, given)).toEqual({ problems: [expect.any(String)] });
  });
});
