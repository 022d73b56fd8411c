import { describe, expect, test } from 'vitest';
import { controlPlaneRoutes } from '../../functions/publisher/routes.ts';
import { routes } from '../../functions/routes.ts';
import { timers } from '../../functions/timers.ts';
import { addressesOf, endpointsAt } from '../../src/hosts/addresses.ts';
import { routerOf } from '../../src/hosts/routing.ts';
import { endpointPath, type Endpoint } from '../../src/http/endpoint.ts';
import type { Timer } from '../../src/http/timer.ts';

type Place = Pick<Endpoint<never>, 'name' | 'method' | 'route' | 'gate'>;

describe.each<[string, readonly Place[], readonly Timer[]]>([
  ['the runtime', routes, timers],
  ['the control plane', controlPlaneRoutes, []],
])('the endpoints of %s', (_app, endpoints, clocked) => {
  test('every endpoint is the only one with its address and method', () => {
    const route = routerOf(addressesOf(endpoints));
    const found = endpoints.map(({ method, ...endpoint }) => {
      const path = endpointPath(endpoint).replaceAll(/[{}]/g, '');
      const address = route({ method, path });
      const there = address ? endpointsAt(address, endpoints) : [];
      return there.filter((one) => one.method === method).map(({ name }) => name);
    });
    expect(found).toEqual(endpoints.map(({ name }) => [name]));
  });

  test('every endpoint and timer has its own name', () => {
    const names = [...endpoints, ...clocked].map(({ name }) => name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9-]{0,127}$/);
  });

  test('the literals of addresses are in lower case, since the hosts ignore the case of a path', () => {
    for (const endpoint of endpoints) {
      const literals = endpointPath(endpoint).replaceAll(/\{\w+\}/g, '');
      expect(literals).toBe(literals.toLowerCase());
    }
  });
});
