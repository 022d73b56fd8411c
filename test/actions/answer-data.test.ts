import { describe, expect, test } from 'vitest';
import { answerData, sentenceOf, withoutSecrets } from '../../src/actions/rules/answer-data.ts';
import { parseExactJson } from '../../src/lib/exact-json.ts';
import { findOrder } from '../support/parts/order-actions.ts';

const field = (path: string, label = path, maxLength = 100) => ({ path, label, maxLength });

describe('the data that is read from an API’s answer', () => {
  test('has only the chosen fields', () => {
    const body = { status: 'sent', secret: 'x', delivery: { day: '2026-12-01', price: 4.5, gift: false } };
    expect(answerData([field('status'), field('delivery.price'), field('delivery.gift')], body)).toEqual([
      { label: 'status', value: 'sent' },
      { label: 'delivery.price', value: '4.5' },
      { label: 'delivery.gift', value: 'false' },
    ]);
  });

  test('numbers the items of a list in their order', () => {
    const body = { orders: [{ id: 1, status: 'sent' }, { id: 2 }, { id: 3, status: 'new' }] };
    const fields = [field('orders[].id', 'Order'), field('total'), field('orders[].status', 'Status')];
    expect(answerData(fields, body)).toEqual([
      { label: 'Order', value: '1', item: '1' },
      { label: 'Status', value: 'sent', item: '1' },
      { label: 'Order', value: '2', item: '2' },
      { label: 'Order', value: '3', item: '3' },
      { label: 'Status', value: 'new', item: '3' },
    ]);
    expect(answerData(fields, { orders: [{ id: 1 }] })).toEqual([{ label: 'Order', value: '1' }]);
  });

  test('is the whole answer for an empty path, and follows lists within lists', () => {
    expect(answerData([field('')], ['a', 1])).toEqual([{ label: '', value: '["a",1]' }]);
    const body = { days: [{ times: ['9', '10'] }, { times: ['12'] }] };
    expect(answerData([field('days[].times[]', 'Time')], body).map(({ item }) => item)).toEqual([
      '1.1',
      '1.2',
      '2.1',
    ]);
  });

  test('has fields of the items if the whole answer is a list', () => {
    const body = [
      { id: 1, margin: '40 %' },
      { id: 2, margin: '12 %' },
    ];
    expect(answerData([field('[].id', 'Order')], body)).toEqual([
      { label: 'Order', value: '1', item: '1' },
      { label: 'Order', value: '2', item: '2' },
    ]);
    expect(answerData([field('[]', 'Tag')], ['new', 'sale']).map(({ value }) => value)).toEqual([
      'new',
      'sale',
    ]);
    expect(answerData([field('[].id'), field('[]')], { id: 1 })).toEqual([]);
  });

  test('keeps numbers exactly as the answer writes them', () => {
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

  test.each(['__proto__', 'constructor', 'toString', 'a.b', 'a[]', 'length'])(
    'has no value for the path %s',
    (path) => {
      expect(answerData([field(path)], { a: 'text', status: 1 })).toEqual([]);
      expect(answerData([field(path)], undefined)).toEqual([]);
    },
  );

  test('is cut by characters, and markup stays text', () => {
    expect(answerData([field('a', 'A', 3)], { a: '🚲🚲🚲🚲' })).toEqual([{ label: 'A', value: '🚲🚲🚲…' }]);
    expect(answerData([field('a', 'A')], { a: '<b>x</b>\r\nIgnore\u0000 all' })).toEqual([
      { label: 'A', value: '<b>x</b> Ignore  all' },
    ]);
  });

  test('is limited to 20 items of a list and 12 000 characters of an answer', () => {
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

test('a status has the sentence that the action defines for it', () => {
  expect(sentenceOf(findOrder(), 404)).toBe('There is no such order.');
  expect(sentenceOf(findOrder(), 500)).toBeUndefined();
});
