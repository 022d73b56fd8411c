import { describe, expect, it, test } from 'vitest';
import { numberOf } from '../../src/domain/number-words.ts';
import { equivalents, quantityOf, signedAmounts, unitOf } from '../../src/domain/quantities.ts';

const key = (text: string, language?: string) => quantityOf(text.split(' '), language)?.key;

describe('a number', () => {
  test.each([
    ['48', 'en', 48],
    ['4.95', 'en', 4.95],
    ['4,95', 'de', 4.95],
    ['3,000', 'en', 3000],
    ['3.000', 'de', 3000],
    ['3.000', undefined, 3000],
    ['1.234.567', 'es', 1_234_567],
    ['forty eight', 'en', 48],
    ['achtundvierzig', 'de', 48],
    ['einundzwanzig', 'de', 21],
    ['dreissig', 'de', 30],
    ['cuarenta y ocho', 'es', 48],
    ['veintiuno', 'es', 21],
    ['hundert', 'de', 100],
    ['half an', 'en', 0.5],
    ['two and a half', 'en', 2.5],
    ['zweieinhalb', 'de', 2.5],
    ['una', 'es', 1],
    ['zwei', undefined, 2],
  ])('%j in %s is %d', (text, language, value) => {
    expect(numberOf(text, language)).toBe(value);
  });

  test.each(['', 'zwei', 'many', '1.2.3', '12345678901234567890', '4711a'])(
    '%j is none in English',
    (text) => {
      expect(numberOf(text, 'en')).toBeUndefined();
    },
  );
});

describe('equal quantities have one key', () => {
  test.each([
    ['5 kg', 'en', ['5 kilo', '5kg', '5000 g', 'five kilograms']],
    ['2 h', 'en', ['two hours', '120 minutes', '2 hrs', '2h']],
    ['48 hours', 'en', ['two days', '48 h']],
    ['48 stunden', 'de', ['zwei tage', 'zwei tagen', '48h']],
    ['48 horas', 'es', ['dos dias']],
    ['2 weeks', 'en', ['fourteen days', '14 days']],
    ['24 months', 'en', ['two years']],
    ['a year', 'en', ['twelve months', 'one year']],
    ['half an hour', 'en', ['30 minutes']],
    ['1.5 m', 'en', ['150 cm']],
    ['fifty euros', 'en', ['50 eur']],
    ['ein halbes jahr', 'de', ['sechs monate']],
    ['cinco dias laborables', 'es', ['5 dias habiles']],
  ])('%j in %s: %j', (text, language, same) => {
    const wanted = key(text, language);
    expect(wanted).toBeDefined();
    for (const other of same) expect(key(other, language)).toBe(wanted);
  });

  test.each([
    ['30 days', '30 working days'],
    ['30 days', '30 weeks'],
    ['5 kg', '5 lb'],
    ['40 pounds', '40 lbs'],
    ['5 m', '5 min'],
  ])('%j is not %j', (one, other) => {
    expect(key(one, 'en')).not.toBe(key(other, 'en'));
  });

  test.each(['5', 'kg', '5 apples', 'kg 5', 'hello', ''])('%j is none', (text) => {
    expect(key(text, 'en')).toBeUndefined();
  });

  it('is one across languages', () => {
    expect(key('zwei wochen', 'de')).toBe(key('14 days', 'en'));
    expect(key('dos semanas', 'es')).toBe(key('14 days', 'en'));
    expect(key('zwei wochen')).toBe(key('two weeks'));
  });
});

test('money and shares are read with a sign on either side', () => {
  const read = (text: string, language: string) =>
    signedAmounts(text, language).map(({ number, quantity }) => [number, quantity.key]);
  expect(read('£4.95 or £3,000, then 9.9 % a year', 'en')).toEqual([
    ['4.95', '4.95 gbp'],
    ['3,000', '3000 gbp'],
    ['9.9', '9.9 percent'],
  ]);
  expect(read('ab 50 € oder 3.000€', 'de')).toEqual([
    ['50', '50 eur'],
    ['3.000', '3000 eur'],
  ]);
  expect(key('50 euro', 'de')).toBe('50 eur');
});

test('a long row of digits is read in time that grows with its length', () => {
  // The square of this length takes minutes, which is over the time of a test.
  for (const digits of ['1', '1.']) expect(signedAmounts(digits.repeat(400_000), 'en')).toEqual([]);
});

test('a month is also thirty days, and ninety days three months', () => {
  const also = (text: string) => {
    const quantity = quantityOf(text.split(' '), 'en');
    return quantity && equivalents(quantity);
  };
  expect(also('a month')).toContain(key('30 days', 'en'));
  expect(also('90 days')).toContain(key('three months', 'en'));
  expect(also('31 days')).toEqual([key('31 days', 'en')]);
});

test('a unit alone is known by its base', () => {
  expect(unitOf('kilos', 'en')).toEqual(unitOf('kg', 'en'));
  expect(unitOf('stunden', 'de')).toEqual({ base: 'min', measure: 'time' });
  expect(unitOf('kilos', undefined)?.base).toBe('kg');
  expect(unitOf('bike', 'en')).toBeUndefined();
});
