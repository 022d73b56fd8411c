import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { saysFact } from '../../src/domain/facts.ts';

const says = (answer: string, text: string, ...alternatives: string[]) =>
  saysFact(answer, { text, alternatives });

describe('a fact is in an answer', () => {
  test.each([
    ['word by word', 'Delivery to Norway costs 47 crowns.', '47 crowns'],
    ['in another order', 'It is free: the delivery.', 'free delivery'],
    [
      'in other forms of its words',
      'All deliveries arrive on weekdays.',
      'the delivery arrives on a weekday',
    ],
    ['in German forms', 'Die Rücksendungen dauern 14 Tage.', 'Rücksendung 14 Tage'],
    ['whatever its case and accents', 'CAFÉ ouvert', 'cafe'],
    ['with words between its own', 'You have up to 14 calendar days to return a bike.', '14 days return'],
    ['as money, with the sign before or after', 'It costs £40.', '40 pounds'],
    ['as money with cents of nothing', 'It costs 40.00 €.', '€40'],
    ['as a number with thousands in English', 'It costs £1,200.', '1200 pounds'],
    ['as a number with thousands in German', 'Er kostet 1.200 Euro.', '1200 €'],
    ['as a number with a decimal comma', 'Es kostet 4,90 Euro.', '€4.90'],
    ['as a number in words', 'It takes two weeks.', '2 weeks'],
    ['as a percentage', 'You get 10% off.', '10 percent'],
    ['as a time of day', 'We open at 9 am and close at 5:30 p.m.', '17:30'],
    ['as a German time of day', 'Wir öffnen um 9 Uhr.', '9:00'],
    ['in a row of a table', '| Country | Price |\n| Norway | £47 |', 'Norway £47'],
    ['in Chinese, which writes no spaces', '送货需要三天时间。', '需要三天'],
    ['with a negation of its own', 'We do not ship to Iceland.', 'not ship to Iceland'],
    ['after a negation of another clause', 'You need not pay, delivery is free.', 'delivery is free'],
  ])('%s', (_, answer, fact) => {
    expect(says(answer, fact)).toBe(true);
  });

  test('by an alternative', () => {
    expect(says('It arrives the next working day.', 'tomorrow', 'next working day')).toBe(true);
  });
});

describe('a fact is not in an answer', () => {
  test.each([
    ['of another number', 'It costs £41.', '£40'],
    ['of another currency', 'It costs $40.', '£40'],
    ['of a number that it only begins', 'It costs £400.', '£40'],
    ['that says the opposite', 'Delivery is not free.', 'delivery is free'],
    ['that says the opposite in German', 'Der Versand ist nicht kostenlos.', 'Versand kostenlos'],
    ['that says the opposite in short', "Delivery isn't free.", 'delivery is free'],
    [
      'that has its words in different sentences',
      'Delivery takes a week. Returns are free.',
      'free delivery',
    ],
    ['that lacks a word', 'You have 14 days.', '14 days return'],
    ['with a time of day of as many minutes', 'We open at 1:00.', '60'],
    ['that says nothing', '', '47 crowns'],
  ])('%s', (_, answer, fact) => {
    expect(says(answer, fact)).toBe(false);
  });
});

test('every fact is in an answer that repeats it as a line', () => {
  const word = fc.constantFrom('delivery', 'Norway', '47', '£4.90', 'returns', '1,200', 'free', 'Versand');
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      const fact = words.join(' ');
      expect(says(`Something else\n${fact}\nmore`, fact)).toBe(true);
    }),
  );
});

test('any text is read in bounded time, and never breaks', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.string({ maxLength: 50 }),
      (answer, fact) => {
        expect(typeof says(answer, fact)).toBe('boolean');
      },
    ),
  );
  expect(says('1.'.repeat(5_000), '7 days')).toBe(false);
  expect(says('a '.repeat(10_000), 'b')).toBe(false);
});
