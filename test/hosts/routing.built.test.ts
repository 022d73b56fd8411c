import { describe, expect, test } from 'vitest';
import { routerOf } from '../../src/hosts/routing.ts';

const address = (name: string, route: string, ...methods: ('GET' | 'POST' | 'DELETE' | 'OPTIONS')[]) => ({
  name,
  route,
  methods: methods.length > 0 ? methods : (['GET'] as const),
});
const addresses = [
  address('file', 'api/files/{id}', 'GET', 'DELETE', 'OPTIONS'),
  address('search', 'api/files/search'),
  address('part', 'api/files/{fileId}/parts/{part}'),
  address('home', '/'),
];

/** The name of the address that answers. */
const found = (path: string, method = 'GET', listed = addresses) => routerOf(listed)({ method, path })?.name;

describe('a router', () => {
  test('prefers a literal segment to a parameter, in any order of the list', () => {
    for (const listed of [addresses, addresses.toReversed()]) {
      expect(found('/api/files/search', 'GET', listed)).toBe('search');
      expect(found('/api/files/7', 'GET', listed)).toBe('file');
    }
  });

  test('finds an address only by its own methods', () => {
    expect(found('/api/files/search', 'DELETE')).toBe('file');
    expect(found('/api/files/7', 'OPTIONS')).toBe('file');
    expect(found('/api/files/7', 'POST')).toBeUndefined();
  });

  test('finds the root, an address with a slash at its end, and an address in other case', () => {
    expect(found('/')).toBe('home');
    expect(found('/api/files/7/')).toBe('file');
    expect(found('/API/Files/7/PARTS/B')).toBe('part');
  });

  test.each(['/api', '/api/', '/api/files', '/files/7', '/api/files/7/parts', '/api//files/7'])(
    'finds nothing at "%s"',
    (path) => {
      expect(found(path)).toBeUndefined();
    },
  );
});
