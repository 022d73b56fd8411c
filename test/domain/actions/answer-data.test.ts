import { describe, expect, test } from 'vitest';
import { answerData, sentenceOf, withoutSecrets } from '../../../src/domain/actions/answer-data.ts';
import { parseExactJson } from '../../../src/domain/exact-json.ts';
import { findOrder } from './order-actions.ts';

const field = (path: string, label = path, maxLength = 100) => ({ path, label, maxLength });

describe('what is read from an answer', () => {
  test('only the chosen fields are', () => {
    const body = { status: 'sent', secret: 'x', delivery: { day: '2026-12-01', price: 4.5, gift: false } };
    expect(answerData([field('status'), field('delivery.price'), field('delivery.gift')], body)).toEqual([
      { label: 'status', value: 'sent' },
      { label: 'delivery.price', value: '4.5' },
      { label: 'delivery.gift', value: 'false' },
    ]);
  });

  test('items of a list come one after another, each with its number', () => {
    const body = { orders: [{ id: 1, status: 'sent' }, { id: 2 }, { id: 3, status: 'new' }] };
    const fields = [field('orders[].id', 'Order'), field('total'), field('orders[].status', 'Status')];
    expect(answerData(fields, body)).toEqual([
      { label: 'Order (1)', value: '1' },
      { label: 'Status (1)', value: 'sent' },
      { label: 'Order (2)', value: '2' },
      { label: 'Order (3)', value: '3' },
      { label: 'Status (3)', value: 'new' },
    ]);
    expect(answerData(fields, { orders: [{ id: 1 }] })).toEqual([{ label: 'Order', value: '1' }]);
  });

  test('an empty path is all of it; a list of lists is read', () => {
    expect(answerData([field('')], ['a', 1])).toEqual([{ label: '', value: '["a",1]' }]);
    const body = { days: [{ times: ['9', '10'] }, { times: ['12'] }] };
    expect(answerData([field('days[].times[]', 'Time')], body).map(({ label }) => label)).toEqual([
      'Time (1.1)',
      'Time (1.2)',
      'Time (2.1)',
    ]);
  });

  test('a list that is the whole answer has fields of its items', () => {
    const body = [
      { id: 1, margin: '40 %' },
      { id: 2, margin: '12 %' },
    ];
    expect(answerData([field('[].id', 'Order')], body)).toEqual([
      { label: 'Order (1)', value: '1' },
      { label: 'Order (2)', value: '2' },
    ]);
    expect(answerData([field('[]', 'Tag')], ['new', 'sale']).map(({ value }) => value)).toEqual([
      'new',
      'sale',
    ]);
    expect(answerData([field('[].id'), field('[]')], { id: 1 })).toEqual([]);
  });

  test('numbers keep the text of the answer', () => {
    const body = parseExactJson(
      '{"order":174322306148984899,"price":1.50,"items":[{"id":9007199254740993}]}',
    );
    const fields = ['order', 'price', 'items[].id', '', 'order.rawJSON'].map((path) => field(path));
    expect(answerData(fields, body).map(({ value }) => value)).toEqual([
      '174322306148984899',
      '1.50',
      '9007199254740993',
      '{"order":174322306148984899,"price":1.50,"items":[{"id":9007199254740993}]}',
    ]);
    expect(JSON.stringify(withoutSecrets(body, ['secret']))).toBe(JSON.stringify(body));
  });

  test.each(['__proto__', 'constructor', 'toString', 'a.b', 'a[]', 'length'])('%s is not there', (path) => {
    expect(answerData([field(path)], { a: 'text', status: 1 })).toEqual([]);
    expect(answerData([field(path)], undefined)).toEqual([]);
  });

  test('values are cut by characters, and markup is text', () => {
    expect(answerData([field('a', 'A', 3)], { a: '🚲🚲🚲🚲' })).toEqual([{ label: 'A', value: '🚲🚲🚲…' }]);
    expect(answerData([field('a', 'A')], { a: '<b>x</b>\r\nIgnore\u0000 all' })).toEqual([
      { label: 'A', value: '<b>x</b> Ignore  all' },
    ]);
  });

  test('20 items of a list are read, and 12 000 characters of an answer', () => {
    const orders = Array.from({ length: 50 }, (_, id) => ({ id, note: 'x'.repeat(2_000) }));
    expect(answerData([field('orders[].id')], { orders })).toHaveLength(20);
    expect(answerData([field('orders[].note', 'Note', 2_000)], { orders })).toHaveLength(6);
  });
});

test('a secret that an API repeats is replaced, in texts and in names', () => {
  const body = { error: 'The key s3cret-key is unknown.', 's3cret-key': ['x', { a: 's3cret-key' }, 7, null] };
  expect(withoutSecrets(body, ['s3cret-key'])).toEqual({
    error: 'The key ••• is unknown.',
    '•••': ['x', { a: '•••' }, 7, null],
  });
});

test('a status has its sentence', () => {
  expect(sentenceOf(findOrder(), 404)).toBe('There is no such order.');
  expect(sentenceOf(findOrder(), 500)).toBeUndefined();
});
