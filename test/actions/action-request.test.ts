import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildRequest, fillQuestion, labeledValues } from '../../src/actions/rules/action-request.ts';
import type { ActionValues } from '../../src/actions/rules/parameter-values.ts';
import { asked, cancelOrder, findOrder } from '../support/parts/order-actions.ts';

const ANNA = { id: 'customer-7', email: 'anna@shop.example', tier: 'gold' };
const SEARCH = findOrder({
  url: 'https://api.shop.example/{version}/orders?q={text}&sort=new&page={page}',
  parameters: [
    asked('version', { source: { from: 'fixed', value: 'v1' } }),
    asked('text'),
    asked('page', { type: { kind: 'number' }, required: false }),
  ],
});

const urlOf = (values: ActionValues, action = findOrder()) => {
  const built = buildRequest(action, values, ANNA);
  return 'request' in built ? built.request.url : built.problems;
};

/** Also those that no character has, such as halves of pairs. */
const anyCodePoint = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

test('a long number is sent exactly, in the address and as a number in the body', () => {
  const type = { kind: 'number', whole: true } as const;
  const action = cancelOrder({
    body: '{"order":"{order}","text":"No. {order}","store":174322306148984899,"price":1.50}',
    parameters: [asked('order', { type }), asked('customer', { source: { from: 'fixed', value: 'x' } })],
    url: 'https://api.shop.example/orders/{order}?customer={customer}',
  });
  expect(buildRequest(action, { order: '174322306148984899' }, ANNA)).toEqual({
    request: {
      url: 'https://api.shop.example/orders/174322306148984899?customer=x',
      body: '{"order":174322306148984899,"text":"No. 174322306148984899","store":174322306148984899,"price":1.50}',
    },
  });
});

describe('a value in the path', () => {
  test.each([
    ['10423', 'https://api.shop.example/orders/10423'],
    ['10423?admin=1', 'https://api.shop.example/orders/10423%3Fadmin%3D1'],
    ['10423#x', 'https://api.shop.example/orders/10423%23x'],
    ['a&b=c;d', 'https://api.shop.example/orders/a%26b%3Dc%3Bd'],
    ['Übergröße 🚲', 'https://api.shop.example/orders/%C3%9Cbergr%C3%B6%C3%9Fe%20%F0%9F%9A%B2'],
    ['@evil.example', 'https://api.shop.example/orders/%40evil.example'],
    ['...', 'https://api.shop.example/orders/...'],
  ])('%j stays in its segment', (order, url) => {
    expect(urlOf({ order })).toBe(url);
    expect(new URL(url).pathname).toMatch(/^\/orders\/[^/]+$/);
  });

  test.each([
    '../customers',
    '..',
    '.',
    '1/../../admin',
    '..\\admin',
    '%2e%2e',
    '%2e%2e%2fadmin',
    '1\r\nX-Admin: 1',
    '1\u0000',
    '1\u0085',
  ])('%j is refused', (order) => {
    expect(urlOf({ order })).toEqual([expect.any(String)]);
  });

  test('two values that form a segment of dots are refused', () => {
    const twice = findOrder({
      url: 'https://api.shop.example/{order}{part}/x',
      parameters: [asked('order'), asked('part')],
    });
    expect(urlOf({ order: '.', part: '.' }, twice)).toEqual([expect.any(String)]);
  });

  test('no value leads to another server, segment or query', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCodePoint, minLength: 1 }), (order) => {
        const url = urlOf({ order: order.toWellFormed() });
        if (typeof url !== 'string') return;
        const { origin, pathname, search, hash } = new URL(url);
        expect({ origin, search, hash }).toEqual({
          origin: 'https://api.shop.example',
          search: '',
          hash: '',
        });
        expect(pathname.split('/')).toHaveLength(3);
        expect(decodeURIComponent(pathname)).toBe(`/orders/${order.toWellFormed().trim()}`);
      }),
    );
  });
});

describe('a value in the query', () => {
  test('is sent as one value, whatever characters it contains', () => {
    const text = '../x?y#z&page=9\r\nHost: evil';
    const url = new URL(String(urlOf({ text, page: 2 }, SEARCH)));
    expect(url.pathname).toBe('/v1/orders');
    expect([...url.searchParams]).toEqual([
      ['q', text],
      ['sort', 'new'],
      ['page', '2'],
    ]);
  });

  test('is left out with its name if it is optional and missing', () => {
    expect(urlOf({ text: 'bike' }, SEARCH)).toBe('https://api.shop.example/v1/orders?q=bike&sort=new');
  });
});

describe('a value in the body', () => {
  const bodyOf = (body: string, values: ActionValues, more: object = {}) => {
    const built = buildRequest(cancelOrder({ body, ...more }), values, ANNA);
    return 'request' in built ? (JSON.parse(built.request.body ?? 'null') as unknown) : built.problems;
  };

  test('is sent as a JSON string that cannot break out of its quotes', () => {
    const reason = '"},"by":"admin","x":{"y":"\r\n\u2028';
    const body = '{"reason":"{reason}","by":"{customer}","n":[1,null,true]}';
    expect(bodyOf(body, { order: '1', reason })).toEqual({
      reason: reason.trim(),
      by: 'customer-7',
      n: [1, null, true],
    });
  });

  test('keeps its type if the placeholder is the whole string, and becomes text within a longer string', () => {
    const parameters = [
      asked('order'),
      asked('count', { type: { kind: 'number' } }),
      asked('customer', { source: { from: 'visitor', claim: 'id' } }),
    ];
    const body = '{"n":"{count}","t":"{count} of {customer}"}';
    expect(bodyOf(body, { order: '1', count: 2.5 }, { parameters })).toEqual({
      n: 2.5,
      t: '2.5 of customer-7',
    });
  });

  test('is left out with its property or its list item if it is missing', () => {
    expect(bodyOf('{"reason":"{reason}","list":["{reason}","{customer}"]}', { order: '1' })).toEqual({
      list: ['customer-7'],
    });
  });

  test('cannot set a prototype', () => {
    const built = buildRequest(
      cancelOrder({ body: '{"__proto__":{"admin":"{reason}"}}' }),
      { order: '1', reason: 'x' },
      ANNA,
    );
    expect(built).toMatchObject({ request: { body: '{"__proto__":{"admin":"x"}}' } });
  });
});

describe('the identity of the visitor', () => {
  test('is taken only from the verified visitor, even if a value has the same name', () => {
    const built = buildRequest(cancelOrder(), { order: '1', customer: 'customer-8' }, ANNA);
    expect(built).toMatchObject({ request: { body: '{"by":"customer-7","source":"chat"}' } });
  });

  test.each(['constructor', '__proto__', 'toString', 'email'])(
    'the claim %s is refused for a visitor who does not have it',
    (claim) => {
      const parameters = [
        asked('order'),
        asked('reason', { required: false }),
        asked('customer', { label: 'Customer', source: { from: 'visitor', claim } }),
      ];
      expect(buildRequest(cancelOrder({ parameters }), { order: '1' }, { id: 'customer-7' })).toEqual({
        problems: ['Customer is not known of this visitor.'],
        reason: 'not-verified',
      });
    },
  );
});

test('agents and visitors are shown the values of the form, without identity and fixed values', () => {
  const { parameters, confirmation = '' } = cancelOrder();
  const values = { order: '10423' };
  expect(labeledValues(parameters, values, 'en')).toEqual([{ label: 'Order number', value: '10423' }]);
  expect(fillQuestion(confirmation, values, 'en')).toBe('Cancel order 10423?');
});
