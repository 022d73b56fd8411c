import { describe, expect, test } from 'vitest';
import { sharedFixture } from '../support/fixtures.ts';
import { HOSTS, startService } from '../support/service/service.ts';

describe.each(HOSTS)('the root of the site, on the %s host', (host) => {
  const service = sharedFixture(() => startService({ host }));

  const ask = (path: string, request: RequestInit = {}) =>
    fetch(`${service.origin}${path}`, { redirect: 'manual', ...request });

  test.each(['GET', 'HEAD'])('redirects %s to the dashboard', async (method) => {
    const response = await ask('/', { method, headers: { origin: 'https://shop.example.com' } });
    expect(response.status).toBe(302);
    expect(await response.text()).toBe('');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      location: '/api/dashboard',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String) as unknown,
    });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('does not pass the query on', async () => {
    expect((await ask('/?code=secret&next=//evil.example')).headers.get('location')).toBe('/api/dashboard');
  });

  test.each(['POST', 'PUT', 'DELETE'])('has no content for %s', async (method) => {
    const response = await ask('/', { method });
    // In the cloud the platform's own page for the root is off, which leaves an empty 204.
    expect(response.status).toBe(host === 'azure' ? 204 : 404);
    expect(await response.text()).not.toContain('<');
  });

  test.each(['/dashboard', '/health', '/api', '/index.html', '/favicon.ico', '/admin/host/status'])(
    'is the only address outside the API: %s is not found',
    async (path) => {
      expect((await ask(path)).status).toBe(404);
    },
  );
});
