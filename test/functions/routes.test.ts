import { describe, expect, test } from 'vitest';
import { controlPlaneRoutes } from '../../functions/publisher/routes.ts';
import { routes } from '../../functions/routes.ts';
import { timers } from '../../functions/timers/timers.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import type { Timer } from '../../src/http/timer.ts';

type Place = Pick<Endpoint, 'name' | 'method' | 'route'>;

/**
 * The pairs of endpoints of which the second is never reached for some address that is its own. The platform
 * tries routes in the order of the functions' names, and a literal segment does not beat a parameter.
 */
function shadows(endpoints: readonly Place[]): string[] {
  const tried = endpoints.toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
  return tried.flatMap((later, index) =>
    tried
      .slice(0, index)
      .filter((earlier) => earlier.method === later.method && covers(earlier.route, later.route))
      .map((earlier) => `${earlier.name} hides ${later.name}`),
  );
}

/** Whether every address of the second route, or those that it is meant for, is one of the first, too. */
function covers(first: string, second: string): boolean {
  const [one, other] = [first.split('/'), second.split('/')];
  return (
    one.length === other.length &&
    one.every((segment, index) => segment.startsWith('{') || segment === other[index])
  );
}

describe.each<[string, readonly Place[], readonly Timer[]]>([
  ['the runtime', routes, timers],
  ['the control plane', controlPlaneRoutes, []],
])('of %s', (_app, endpoints, clocked) => {
  test('no endpoint hides another from the platform', () => {
    expect(shadows(endpoints)).toEqual([]);
  });

  test('every endpoint and timer has a name of its own, which is also a function’s name', () => {
    const names = [...endpoints, ...clocked].map(({ name }) => name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9-]{0,127}$/);
  });
});

describe('an endpoint that hides another is found', () => {
  const place = (name: string, route: string, method: Place['method'] = 'GET') => ({ name, route, method });
  test.each([
    [[place('a', 'x/{id}'), place('b', 'x/search')], ['a hides b']],
    [[place('a', 'x/search'), place('b', 'x/{id}')], []],
    [[place('a', 'x/{id}', 'DELETE'), place('b', 'x/search')], []],
    [[place('a', '{one}/{two}'), place('b', 'x/{id}')], ['a hides b']],
    [[place('a', 'x/{id}/y'), place('b', 'x/{id}')], []],
    [[place('b', 'x/{id}'), place('a', 'x/{id}')], ['a hides b']],
  ])('%#', (endpoints, expected) => {
    expect(shadows(endpoints)).toEqual(expected);
  });
});
