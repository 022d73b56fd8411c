import { describe, expect, test } from 'vitest';
import { addressesOf, endpointFor, endpointsAt, paramsOf } from '../../src/hosts/addresses.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';

type Place = Pick<Endpoint, 'method' | 'route' | 'gate'>;

const place = (route: string, method: Place['method'], gate: Place['gate'] = 'admin'): Place => ({
  route,
  method,
  gate,
});

describe('the addresses of endpoints', () => {
  test.each([
    ['/', 'home', '/'],
    ['chat/stream', 'chatStream', 'api/chat/stream'],
    ['widget.js', 'widgetJs', 'api/widget.js'],
    ['agent/sessions/{id}/claim', 'agentSessions_idClaim', 'api/agent/sessions/{id}/claim'],
    ['canned-replies/{cannedId}', 'cannedReplies_cannedId', 'api/canned-replies/{cannedId}'],
    ['widget/{version}/{file}', 'widget_version_file', 'api/widget/{version}/{file}'],
  ])('%s is the function %s', (route, name, platformRoute) => {
    expect(addressesOf([place(route, 'GET')])).toEqual([
      { name, route: platformRoute, methods: ['GET', 'HEAD'] },
    ]);
  });

  test('are one function each, with the methods of all its endpoints and their group', () => {
    const endpoints = [place('files', 'POST'), place('files/{id}', 'DELETE'), place('files', 'GET')];
    expect(addressesOf(endpoints, 'documents')).toEqual([
      { name: 'files', route: 'api/files', methods: ['POST', 'GET', 'HEAD'], group: 'documents' },
      { name: 'files_id', route: 'api/files/{id}', methods: ['DELETE'], group: 'documents' },
    ]);
  });

  test('accept OPTIONS if a visitor’s page may call one of their endpoints', () => {
    const endpoints = [place('files', 'GET', 'anonymous'), place('files', 'POST', 'visitor')];
    expect(addressesOf(endpoints)).toMatchObject([{ methods: ['GET', 'POST', 'HEAD', 'OPTIONS'] }]);
  });
});

describe('the endpoints at an address', () => {
  const files = { route: 'api/files/{id}' };
  const read = place('files/{id}', 'GET', 'visitor');
  const save = place('files/{id}', 'PUT');
  const remove = place('files/{id}', 'DELETE', 'visitor');
  const endpoints = [read, save, remove];
  const asking = (method: string, about?: string) => endpointFor(endpoints, { method, header: () => about });

  test('are those with exactly its route', () => {
    expect(endpointsAt(files, [place('files', 'GET'), ...endpoints, place('files/{name}', 'GET')])).toEqual(
      endpoints,
    );
    const root = place('/', 'GET');
    expect(endpointsAt({ route: '/' }, [read, root])).toEqual([root]);
  });

  test('are chosen by the method', () => {
    expect([asking('GET'), asking('PUT'), asking('POST')]).toEqual([read, save, undefined]);
  });

  test('are chosen for OPTIONS by the requested method, among those that a visitor’s page may call', () => {
    expect(asking('OPTIONS', 'DELETE')).toBe(remove);
    expect(asking('OPTIONS')).toBe(read);
    expect([asking('OPTIONS', 'PUT'), asking('OPTIONS', 'POST')]).toEqual([undefined, undefined]);
  });
});

describe('the parameters of an address', () => {
  const part = { route: 'api/files/{id}/parts/{part}' };

  test('are the segments of the path at their positions, decoded once', () => {
    const params = { id: 'a/b c', part: '%41ä' };
    expect(paramsOf(part, '/api/files/a%2Fb%20c/parts/%2541%C3%A4')).toEqual(params);
    expect(paramsOf(part, '/API/Files/A/PARTS/b/')).toEqual({ id: 'A', part: 'b' });
    expect(paramsOf({ route: '/' }, '/')).toEqual({});
  });

  test.each(['/api/files/7/parts', '/api/files/7/parts/1/2', '/api//files/7/parts/1', '/'])(
    'are undefined for a path with another number of segments: %s',
    (path) => {
      expect(paramsOf(part, path)).toBeUndefined();
    },
  );

  test('are undefined if a segment has invalid percent-encoding', () => {
    expect(paramsOf(part, '/api/files/%E0%A4%A/parts/1')).toBeUndefined();
  });
});
