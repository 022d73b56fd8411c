import { describe, expect, test } from 'vitest';
import { routes } from '../../functions/routes.ts';
import { ErrorBody } from '../../src/platform/wire/query-fields.ts';
import { PAGE, rotate } from '../support/clients/admin.ts';
import { call } from '../support/clients/every-route.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startService } from '../support/service/service.ts';

const adminRoutes = routes.filter(({ gate }) => gate === 'admin');
const unsafe = routes.filter(
  ({ method, gate, route }) => method !== 'GET' && (gate === 'admin' || route.startsWith('ops/')),
);
const named = (list: typeof routes) =>
  list.map((route) => [`${route.method} ${route.route}`, route] as const);

test('the sweep covers the admin routes', () => {
  expect(adminRoutes.map(({ route }) => route)).toEqual(
    expect.arrayContaining(['dashboard', 'cost', 'sessions', 'sessions/search', 'ops/rotate-key']),
  );
  expect(unsafe.map(({ route }) => route)).toEqual(
    expect.arrayContaining(['ops/rotate-key', 'ops/sign-in', 'ops/sign-out', 'sessions/{id}']),
  );
});

describe('once the gate is on', () => {
  const service = sharedFixture(() => startService());
  const admin = sharedFixture(() => rotate(service));

  test.each(named(adminRoutes))('%s refuses a request without the key', async (_, route) => {
    const response = await call(service, route);
    expect(response.status).toBe(401);
    expect(ErrorBody.parse(await response.json()).error).toBe('unauthorized');
  });

  test.each(named(adminRoutes))('%s shows a browser the sign-in page', async (_, route) => {
    const response = await call(service, route, PAGE);
    expect(response.status).toBe(401);
    expect(await response.text()).toContain('<title>Sign in</title>');
    expect(response.headers.get('x-frame-options')).toBe('DENY');
  });

  test.each(named(adminRoutes.filter(({ method }) => method === 'GET')))(
    '%s redirects a browser that sends the key to the address without the key',
    async (_, route) => {
      const response = await call(service, route, PAGE, `?x=1&code=${admin.key}`);
      expect(response.status).toBe(303);
      expect(response.headers.get('location')).toMatch(/^\/api\/[^?]+\?x=1$/);
    },
  );

  test.each(named(adminRoutes))('%s does not allow another site to read', async (_, route) => {
    const response = await call(service, route, { origin: 'https://evil.example' });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await fetch(`${service.origin}/api/${route.route}`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': route.method },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('in anonymous mode', () => {
  const service = sharedFixture(() => startService());

  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1', 'sec-fetch-site': 'same-origin' },
  ];
  const refuses = async (route: (typeof routes)[number], headers: Record<string, string>) => {
    const response = await call(service, route, headers);
    expect(response.status, JSON.stringify(headers)).toBe(403);
    expect(ErrorBody.parse(await response.json()).error).toBe('cross-site-request');
  };

  test.each(named(unsafe))('%s refuses a request that another site starts', async (_, route) => {
    await refuses(route, { origin: 'https://evil.example' });
  });

  test('a request with any sign of another site is refused, and the service stays open', async () => {
    const route = unsafe.find((one) => one.route === 'ops/rotate-key');
    if (!route) throw new Error('The route is gone.');
    for (const headers of foreign) await refuses(route, headers);
    expect((await service.get('/api/cost')).status).toBe(200);
  });

  test('requests from the service’s own pages are accepted', async () => {
    const own = { 'sec-fetch-site': 'same-origin', origin: service.origin };
    expect((await service.post('/api/ops/sign-out', '', own)).status).toBe(204);
    expect((await service.post('/api/ops/rotate-key', '', own)).status).toBe(200);
  });
});
