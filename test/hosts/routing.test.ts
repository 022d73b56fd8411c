import { describe, expect, test } from 'vitest';
import { routerOf } from '../../src/hosts/routing.ts';

const place = (name: string, route: string, method: 'GET' | 'POST' | 'DELETE' = 'GET') => ({
  name,
  method,
  route,
});
const places = [
  place('read', 'files/{id}'),
  place('search', 'files/search'),
  place('remove', 'files/{id}', 'DELETE'),
  place('part', 'files/{id}/parts/{part}'),
  place('home', '/'),
];

/** The name and the parameters of what answers. */
function found(path: string, method = 'GET', listed = places): unknown {
  const target = routerOf(listed)({ method, path, header: () => undefined });
  return target && [target.place.name, target.params];
}

describe('a router', () => {
  test('prefers a literal segment to a parameter, in any order of the list', () => {
    for (const listed of [places, places.toReversed()]) {
      expect(found('/api/files/search', 'GET', listed)).toEqual(['search', {}]);
      expect(found('/api/files/7', 'GET', listed)).toEqual(['read', { id: '7' }]);
    }
  });

  test('tells endpoints of one address apart by their methods', () => {
    expect(found('/api/files/search', 'DELETE')).toEqual(['remove', { id: 'search' }]);
    expect(found('/api/files/7', 'POST')).toBeUndefined();
  });

  test('finds the root of the site, and an address with a slash at its end', () => {
    expect(found('/')).toEqual(['home', {}]);
    expect(found('/api/files/7/')).toEqual(['read', { id: '7' }]);
  });

  test.each(['/api', '/api/', '/api/files', '/files/7', '/api/files/7/parts', '/api//files/7'])(
    'finds nothing at "%s"',
    (path) => {
      expect(found(path)).toBeUndefined();
    },
  );

  test('decodes each parameter once, after the path was split', () => {
    const params = { id: 'a/b c', part: '%41ä' };
    expect(found('/api/files/a%2Fb%20c/parts/%2541%C3%A4')).toEqual(['part', params]);
  });

  test('finds nothing where a parameter is no valid percent-encoding', () => {
    expect(found('/api/files/%E0%A4%A')).toBeUndefined();
  });

  test('finds for a preflight what it asks about, and a POST where it does not say', () => {
    const route = routerOf(places);
    const preflight = (asked?: string) =>
      route({ method: 'OPTIONS', path: '/api/files/7', header: () => asked });
    expect(preflight('DELETE')).toMatchObject({ place: { name: 'remove' }, isPreflight: true });
    expect(preflight()).toBeUndefined();
    expect(route({ method: 'GET', path: '/', header: () => undefined })?.isPreflight).toBe(false);
  });
});
