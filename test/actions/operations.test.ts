import { describe, expect, test } from 'vitest';
import { actionIssues } from '../../src/actions/rules/action-rules.ts';
import { buildRequest } from '../../src/actions/rules/action-request.ts';
import { parseOperations } from '../../src/actions/rules/openapi/operations.ts';
import { cpuMs } from '../support/cpu-time.ts';
import { SHOP_API } from '../support/parts/shop-api.ts';

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
      audience: 'verified',
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

  test('that reads one record names the fields of its answer and chooses none', () => {
    expect(operation?.action?.fields).toEqual([]);
    expect(operation?.notes).toContain(
      'No field of its answer is chosen. It has id, status, items[].name, items[].order.id, items[].order.status.',
    );
  });

  test('lists the parameters that were left out and the headers that it needs', () => {
    expect(operation?.notes).toEqual([
      'Left out: tags.',
      'It needs the header X-Region: set it as a header with a secret.',
      expect.stringContaining('No field'),
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

  test('becomes an action that can be called with the values that it needs', () => {
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

test('operations that cannot become actions are listed with their reason', () => {
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
    { openapi: 2, paths: {} },
  ])('%j is not an OpenAPI 3 description', (value) => {
    expect(parseOperations(value, undefined)).toBeUndefined();
  });

  test('its server may be relative to its address', () => {
    const value = withPaths({ '/a': { get: { responses: {} } } }, { servers: [{ url: '../v2' }] });
    expect(read(value, 'https://api.example/docs/openapi.json')[0]?.action?.url).toBe(
      'https://api.example/v2/a',
    );
    expect(read(value)[0]?.action).toBeUndefined();
  });

  test('its server is that of the operation, else of the path, else of the description', () => {
    const on = (name: string) => ({ servers: [{ url: `https://${name}.example` }] });
    const get = { responses: {} };
    const paths = { '/a': { ...on('path'), get: { ...get, ...on('own') } }, '/b': { ...on('path'), get } };
    const value = withPaths({ ...paths, '/c': { get } }, on('all'));
    expect(read(value).map(({ action }) => action?.url)).toEqual([
      'https://own.example/a',
      'https://path.example/b',
      'https://all.example/c',
    ]);
  });

  test('ignores references to other documents and circular references', () => {
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

  test('is read up to a total limit, and parts beyond the limit are listed but not read', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 9_000 }, (_, at) => [`p${at}`, { type: 'string' }]),
    );
    const all = { allOf: [{ $ref: '#/components/schemas/Large' }, { $ref: '#/components/schemas/Large' }] };
    const large = { responses: { 200: { content: { 'application/json': { schema: all } } } } };
    const small = { operationId: 'small', responses: {} };
    const value = withPaths(
      {
        '/small': { get: small },
        ...Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`/${at}`, { get: large }])),
        '/last': { get: small },
      },
      { components: { schemas: { Large: { type: 'object', properties } } } },
    );
    const operations = read(value);
    expect(operations).toHaveLength(202);
    expect(operations[0]?.action?.name).toBe('small');
    expect(operations[1]).toMatchObject({ path: '/0', notes: ['It has too many parts to be read.'] });
    expect(operations[201]).toMatchObject({ path: '/last', notes: ['It has too many parts to be read.'] });
  });

  test('may refer to a large map many times', () => {
    const paths = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`/${at}`, { $ref: '#/x/item99999' }]),
    );
    const x = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, at) => [`item${at}`, { get: { responses: {} } }]),
    );
    const value = withPaths(paths, { x });
    expect(cpuMs(() => expect(read(value)).toHaveLength(100))).toBeLessThan(1_000);
  });

  test('gets unique names, none of which is the name of another tool', () => {
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
    expect(read(value)[0]).toMatchObject({
      notes: ['name is the name of another tool', expect.any(String), expect.any(String)],
    });
  });

  test('is read up to 300 operations, and schemas that double with each level are cut off', () => {
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

describe('a part of a description', () => {
  const object = (more: object = {}) => ({
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, email: { type: 'string' }, phone: { type: 'string' } },
    ...more,
  });
  const json = (schema: unknown) => ({ 'application/json': { schema } });
  const one = (method: string, operation: object, version: unknown = '3.1.0') => {
    const [first] = read({
      openapi: version,
      servers: [{ url: 'https://api.example' }],
      paths: { '/x': { [method]: { responses: {}, ...operation } } },
    });
    if (!first) throw new Error('There is no operation.');
    return first;
  };
  const post = (schema: unknown) => one('post', { requestBody: { content: json(schema) } });
  const get = (schema: unknown, status = '200', type = 'application/json') =>
    one('get', { responses: { [status]: { description: '', content: { [type]: { schema } } } } });
  const pathsOf = ({ action }: ReturnType<typeof one>) => action?.fields.map(({ path }) => path);
  const parameter = (schema: object, more: object = {}) =>
    one('get', { parameters: [{ name: 'size', in: 'query', required: true, schema, ...more }] });

  test('has a note if its body is not JSON', () => {
    const form = (schema: object) => ({ content: { 'application/x-www-form-urlencoded': { schema } } });
    const needed = one('post', { requestBody: form(object()) });
    expect(needed.action).toBeUndefined();
    expect(needed.notes[0]).toBe('Its body is not JSON: application/x-www-form-urlencoded.');
    const optional = one('post', { requestBody: form({ type: 'object', properties: {} }) });
    expect(optional.notes[0]).toMatch(/^Left out: the body\./);
  });

  test.each(['anyOf', 'oneOf'])('keeps properties beside %s of required lists', (combination) => {
    const schema = object({ [combination]: [{ required: ['email'] }, { required: ['phone'] }] });
    const { action, notes } = post(schema);
    expect(action?.body).toBe('{"name":"{name}","email":"{email}","phone":"{phone}"}');
    expect(action?.parameters.map(({ required }) => required)).toEqual([true, false, false]);
    expect(notes).toContain('It needs one of: email; phone.');
    expect(pathsOf(get(schema))).toEqual(['name', 'email', 'phone']);
  });

  test.each([
    ['200', '*/*'],
    ['201', 'application/problem+json'],
    ['2XX', 'application/*'],
    ['default', 'application/json'],
  ])('is read of an answer %s of the type %s', (status, type) => {
    expect(pathsOf(get(object(), status, type))).toEqual(['name', 'email', 'phone']);
  });

  test('has a note if a lookup describes no answer', () => {
    expect(get({}).notes).toEqual(['Its answer is not described: add the fields that it may tell.']);
    expect(one('get', {}).notes).toHaveLength(1);
    expect(one('post', {}).notes).toEqual([]);
  });

  test('has the fields of a list at the top of an answer', () => {
    expect(pathsOf(get({ type: 'array', items: object() }))).toEqual(['[].name', '[].email', '[].phone']);
    expect(get({ type: 'array', items: { type: 'string' } }).action?.fields).toEqual([
      { path: '[]', label: 'Answer', maxLength: 200 },
    ]);
  });

  test.each([
    [{ type: 'string', enum: ['2024-01'] }, '2024-01'],
    [{ type: 'string', const: 'a b' }, 'a%20b'],
    [{ type: 'integer', default: 20 }, '20'],
  ])('becomes a fixed value if it is required and has only one value or a default: %j', (schema, value) => {
    const { action, notes } = parameter(schema);
    expect(action).toMatchObject({ url: `https://api.example/x?size=${value}`, parameters: [] });
    expect(notes[0]).toMatch(/^size is always /);
    const body = post({ type: 'object', required: ['size'], properties: { size: schema } }).action?.body;
    expect(JSON.parse(body ?? '')).toEqual({ size: Object.values(schema).flat().at(-1) });
  });

  test('becomes a choice if a text, or a value in the address, lists allowed numbers', () => {
    const choice = { kind: 'choice', options: ['36', '38'] };
    expect(parameter({ type: 'integer', enum: [36, 38] }).action?.parameters[0]?.type).toEqual(choice);
    const ofText = post({ type: 'object', properties: { size: { type: 'string', enum: [36, 38] } } });
    expect(ofText.action?.parameters[0]?.type).toEqual(choice);
  });

  test('becomes a number with limits and a note if the body lists allowed numbers', () => {
    const { action, notes } = post({
      type: 'object',
      properties: { size: { type: 'integer', enum: [36, 38] } },
    });
    expect(action?.parameters[0]).toMatchObject({
      description: expect.stringContaining('One of 36, 38.'),
      type: { kind: 'number', whole: true, minimum: 36, maximum: 38 },
    });
    expect(notes).toContain('size is one of 36, 38; any number between is accepted.');
  });

  test.each([3.1, 3, '3.0.3'])(
    'is read with the version %j, as YAML reads it without quotation marks',
    (version) => {
      expect(one('get', {}, version).action).toBeDefined();
    },
  );

  test('has a note if a header is left out', () => {
    expect(parameter({ type: 'string' }, { in: 'header', required: false }).notes[0]).toBe(
      'Left out: header size.',
    );
  });
});
