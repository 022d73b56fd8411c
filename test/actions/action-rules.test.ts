import { describe, expect, test } from 'vitest';
import { actionIssues, isSameServer, mayBeSecretHeader } from '../../src/actions/rules/action-rules.ts';
import { asked, cancelOrder, findOrder } from '../support/parts/order-actions.ts';

const paths = (edit: ReturnType<typeof findOrder>) => actionIssues(edit).map(({ path }) => path);

test('a complete action has no issues', () => {
  expect([...actionIssues(findOrder()), ...actionIssues(cancelOrder())]).toEqual([]);
});

test.each(['request_human', 'search_documents'])(
  'the name %s is refused because another tool of the model has it',
  (name) => {
    expect(paths(findOrder({ name }))).toEqual(['name']);
  },
);

describe('an address', () => {
  test.each([
    'http://api.shop.example/orders/{order}',
    'ftp://api.shop.example/orders/{order}',
    'https://{order}.shop.example/',
    'https://{order}/orders',
    'https://user:secret@api.shop.example/orders/{order}',
    'https:///orders/{order}',
    '//api.shop.example/orders/{order}',
    'https://api.shop.example/orders/{order}#part',
    'https://api.shop.example/orders?{order}=1',
    'https://api.shop.example/../orders/{order}',
    'https://api.shop.example/%2e%2E/orders/{order}',
    'https://api.shop.example\\@evil.example/{order}',
    'https://api.shop.example/or ders/{order}',
    'https://api.shop.example/bücher/{order}',
    'https://api.shop.example/orders/{order}/{}',
    'https://api.shop.example/orders/{order}/{other}',
    'https://api.shop.example/orders/{order}\r\n',
    'javascript:alert({order})',
  ])('%j is refused', (url) => {
    expect(paths({ ...findOrder(), url })).toContain('url');
  });

  test.each([
    'https://api.shop.example:8443/orders/{order}',
    'https://api.shop.example/orders/{order}?full=true&note={order}-x',
    'https://10.0.0.4/orders/{order}',
    'http://127.0.0.1:7090/orders/{order}',
    'http://localhost:7090/orders/{order}',
  ])('%j is accepted, and the connection checks where it leads', (url) => {
    expect(paths(findOrder({ url }))).toEqual([]);
  });

  test('an optional parameter is allowed only as a whole value of the query, never in the path', () => {
    const optional = { parameters: [asked('order', { required: false })] };
    expect(paths(findOrder(optional))).toEqual(['url']);
    expect(paths(findOrder({ ...optional, url: 'https://a.example/x?q=a{order}' }))).toEqual(['url']);
    expect(paths(findOrder({ ...optional, url: 'https://a.example/x?q={order}' }))).toEqual([]);
  });
});

describe('a body', () => {
  test.each([
    ['{"a":{order}}', 'no JSON'],
    ['{"{order}":1}', 'a parameter as a name'],
    ['{"a":"{other}"}', 'an unknown parameter'],
    ['{"a":"because {reason}"}', 'an optional parameter inside of a text'],
  ])('%s is refused: %s', (body) => {
    expect(paths(cancelOrder({ body }))).toContain('body');
  });

  test('is refused with GET', () => {
    expect(paths(findOrder({ body: '{}' }))).toEqual(['body']);
  });
});

describe('parameters', () => {
  const withParameter = (more: object) =>
    findOrder({ parameters: [asked('order', more)], audience: 'verified' });

  test.each<[string, object, string]>([
    [
      'a fixed value of another type',
      { source: { from: 'fixed', value: 'x' }, type: { kind: 'number' } },
      'source.value',
    ],
    ['an invalid pattern', { type: { kind: 'text', pattern: '(' } }, 'type.pattern'],
    ['a pattern that takes too long', { type: { kind: 'text', pattern: '(a+)+' } }, 'type.pattern'],
    ['a minimum above its maximum', { type: { kind: 'number', minimum: 2, maximum: 1 } }, 'type.minimum'],
  ])('%s is refused', (_case, more, path) => {
    expect(paths(withParameter(more))).toEqual([`parameters.0.${path}`]);
  });

  test('with a duplicate name, or without a use, are refused', () => {
    const parameters = [asked('order'), asked('order'), asked('unused')];
    expect(paths(findOrder({ parameters }))).toEqual(['parameters.1.name', 'parameters.2.name']);
  });

  test('with the identity need an action for verified visitors', () => {
    const edit = withParameter({ source: { from: 'visitor', claim: 'id' } });
    expect(paths(edit)).toEqual([]);
    expect(paths({ ...edit, audience: 'everyone' })).toEqual(['parameters.0.source']);
  });
});

describe('a change', () => {
  test.each(['POST', 'PATCH', 'DELETE'] as const)(
    'with the method %s needs a confirmation question',
    (method) => {
      const { confirmation: _question, ...edit } = cancelOrder({ method });
      expect(paths(edit)).toEqual(['confirmation']);
    },
  );

  test('may use only values of the form in its confirmation question', () => {
    expect(paths(cancelOrder({ confirmation: 'Cancel {order} of {customer}?' }))).toEqual(['confirmation']);
  });

  test('a confirmation for a lookup and two sentences for one status are refused', () => {
    const statuses = [
      { status: 404, sentence: 'a' },
      { status: 404, sentence: 'b' },
    ];
    expect(paths(findOrder({ confirmation: 'Sure?', statuses }))).toEqual([
      'confirmation',
      'statuses.1.status',
    ]);
  });
});

test.each(['Host', 'content-length', 'X-Chat-Visitor', 'Idempotency-Key', 'Transfer-Encoding'])(
  '%s is refused as the header of a secret',
  (name) => {
    expect(mayBeSecretHeader(name)).toBe(false);
    expect(mayBeSecretHeader(`${name}-2`)).toBe(true);
  },
);

test('a server is identified by scheme, host and port', () => {
  const same = (one: string, other: string) => isSameServer({ url: one }, { url: other });
  expect(same('https://A.example/x/{y}', 'https://a.example/z')).toBe(true);
  expect(same('https://a.example/x', 'https://a.example.evil/x')).toBe(false);
  expect(same('https://a.example/x', 'https://a.example:8443/x')).toBe(false);
  expect(same('https://localhost/x', 'http://localhost/x')).toBe(false);
});
