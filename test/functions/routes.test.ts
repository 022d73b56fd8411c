import { describe, expect, test } from 'vitest';
import { controlPlaneRoutes } from '../../functions/publisher/routes.ts';
import { routes } from '../../functions/routes.ts';
import { timers } from '../../functions/timers/timers.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { endpointPath } from '../../src/http/endpoint-path.ts';
import type { Timer } from '../../src/http/timer.ts';
import { routerOf } from '../../src/hosts/routing.ts';

type Place = Pick<Endpoint, 'name' | 'method' | 'route'>;

const header = () => undefined;

describe.each<[string, readonly Place[], readonly Timer[]]>([
  ['the runtime', routes, timers],
  ['the control plane', controlPlaneRoutes, []],
])('of %s', (_app, endpoints, clocked) => {
  // Of two endpoints of one address, the order of the list would decide.
  test.each([
    ['in the order of the list', endpoints],
    ['in the reverse order', endpoints.toReversed()],
  ])('every endpoint is found at its address, %s', (_order, listed) => {
    const route = routerOf(listed);
    const found = endpoints.map((endpoint) => {
      const path = endpointPath(endpoint).replaceAll(/[{}]/g, '');
      return route({ method: endpoint.method, path, header })?.place.name;
    });
    expect(found).toEqual(endpoints.map(({ name }) => name));
  });

  test('every endpoint and timer has its own name', () => {
    const names = [...endpoints, ...clocked].map(({ name }) => name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9-]{0,127}$/);
  });
});
