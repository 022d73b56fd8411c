import { describe, expect, test } from 'vitest';
import { actionIssues } from '../../../../src/domain/actions/action-rules.ts';
import { buildRequest } from '../../../../src/domain/actions/action-request.ts';
import { parseOperations } from '../../../../src/domain/actions/openapi/operations.ts';
import { SHOP_API } from './shop-api.ts';

const read = (value: unknown, address?: string) => parseOperations(value, address)?.operations ?? [];
const named = (method: string, path = '/orders/{order-id}') =>
  read(SHOP_API).find((one) => one.method === method && one.path === path);

describe('an operation that looks up', () => {
  const operation = named('GET');

  test('is an action with its parameters in their places, switched off', () => {
    expect(operation?.action).toMatchObject({
      name: 'get_order_by_id',
      title: 'Find an order',
      purpose: 'Where an order is. With its delivery.',
      method: 'GET',
      url: 'https://eu.shop.example/v1/orders/{order_id}?expand%5Bitems%5D={expand_items_}&since={since}',
      audience: 'everyone',
      enabled: false,
      statuses: [{ status: 404, sentence: 'There is no such order.' }],
    });
    expect(operation?.action?.parameters).toEqual([
      {
        name: 'order_id',
        label: 'Order id',
        description: 'The number on the invoice.',
        type: { kind: 'text', pattern: '[0-9]{5}' },
        source: { from: 'model' },
        required: true,
      },
      expect.objectContaining({
        name: 'expand_items_',
        type: { kind: 'choice', options: ['true', 'false'] },
      }),
      expect.objectContaining({ name: 'since', type: { kind: 'date' }, required: false }),
    ]);
  });

  test('has the fields of its answer, also of one that refers to itself', () => {
    const paths = operation?.action?.fields.map(({ path }) => path) ?? [];
    expect(paths).toEqual(['id', 'status', 'items[].name', 'items[].order.id', 'items[].order.status']);
  });

  test('says what was left out, and which headers it needs', () => {
    expect(operation?.notes).toEqual([
      'Left out: tags.',
      'It needs the header X-Region: set it as a header with a secret.',
      'It needs the header X-API-Key: set it as a secret.',
    ]);
  });
});

describe('an operation that changes something', () => {
  const { action, notes } = named('PATCH') ?? {};

  test('has the properties of its body, and a question with what it needs', () => {
    expect(action).toMatchObject({
      audience: 'verified',
      confirmation: 'Change the delivery (Order id: {order_id}, Day: {delivery_day}, By: {by})?',
      body: '{"delivery":{"day":"{delivery_day}","floor":"{delivery_floor}"},"by":"{by}","note":"{note}"}',
    });
    expect(notes).toContain('Left out: gift.');
  });

  test('can be called with the values that it needs', () => {
    if (!action) throw new Error('There is no action.');
    expect(actionIssues(action)).toEqual([]);
    const values = { order_id: '10423', delivery_day: '2026-12-01', by: 'chat', delivery_floor: 2 };
    expect(buildRequest(action, values, {})).toEqual({
      request: {
        url: 'https://eu.shop.example/v1/orders/10423',
        body: '{"delivery":{"day":"2026-12-01","floor":2},"by":"chat"}',
      },
    });
  });
});

test('what cannot be an action is listed with its reason', () => {
  const reasons = read(SHOP_API).filter(({ action }) => !action);
  expect(reasons.map(({ method, notes }) => [method, notes[0]])).toEqual([
    ['PUT', 'PUT is not a method of actions.'],
    ['DELETE', 'It has no server with an https:// address.'],
    ['POST', 'It needs items, which is neither a text nor a number.'],
  ]);
});

describe('a description', () => {
  const withPaths = (paths: object, more: object = {}) => ({ ...SHOP_API, paths, ...more });

  test.each([
    null,
    [],
    'text',
    {},
    { openapi: '3.0.0' },
    { swagger: '2.0', paths: {} },
    { openapi: 3, paths: {} },
  ])('%j is no OpenAPI 3 description', (value) => {
    expect(parseOperations(value, undefined)).toBeUndefined();
  });

  test('its server may be relative to its address', () => {
    const value = withPaths({ '/a': { get: { responses: {} } } }, { servers: [{ url: '../v2' }] });
    expect(read(value, 'https://api.example/docs/openapi.json')[0]?.action?.url).toBe(
      'https://api.example/v2/a',
    );
    expect(read(value)[0]?.action).toBeUndefined();
  });

  test('refers to nothing outside of it, and to no circle', () => {
    const value = withPaths({
      '/a': { $ref: 'https://evil.example/a.json' },
      '/b': { $ref: '#/paths/~1b' },
      '/c': { get: { parameters: [{ $ref: 'file:///etc/passwd' }, { $ref: '#/__proto__' }], responses: {} } },
      '/d': { get: { responses: { 200: { $ref: '#/components/responses/%E0' } } } },
    });
    expect(read(value).map(({ path, action }) => [path, action?.parameters])).toEqual([
      ['/c', []],
      ['/d', []],
    ]);
  });

  test('names are unique, and those of the other tools are left', () => {
    const operation = { operationId: 'requestHuman', responses: {} };
    const value = withPaths({
      '/a': { get: operation },
      '/b': { get: { responses: {} }, delete: { responses: {} } },
    });
    const names = read(
      withPaths({
        '/x': { get: { operationId: 'a b', responses: {} } },
        '/y': { get: { operationId: 'a-b', responses: {} } },
      }),
    ).map(({ action }) => action?.name);
    expect(names).toEqual(['a_b', 'a_b_2']);
    expect(read(value)[0]).toMatchObject({ notes: ['name is the name of another tool', expect.any(String)] });
  });

  test('300 operations of it are read, and schemas that grow with each level do not', () => {
    const many = Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [`/p${at}`, { get: { responses: {} } }]),
    );
    expect(read(withPaths(many))).toHaveLength(300);
    const schemas: Record<string, object> = { L0: { type: 'string' } };
    for (let level = 1; level <= 40; level++) {
      const $ref = `#/components/schemas/L${level - 1}`;
      schemas[`L${level}`] = {
        type: 'object',
        allOf: [{ $ref }, { $ref }],
        properties: Object.fromEntries(['a', 'b', 'c'].map((name) => [name, { $ref }])),
      };
    }
    const schema = { $ref: '#/components/schemas/L40' };
    const content = { 'application/json': { schema } };
    const paths = { '/deep': { post: { requestBody: { content }, responses: { 200: { content } } } } };
    expect(read(withPaths(paths, { components: { schemas } }))).toHaveLength(1);
  });
});
