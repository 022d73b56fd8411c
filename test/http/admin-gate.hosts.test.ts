import { describe, expect, test } from 'vitest';
import { ErrorBody } from '../../src/platform/wire/query-fields.ts';
import { bearer, cookieOf, PAGE, rotate } from '../support/clients/admin.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { ONE_HOST, startService } from '../support/service/service.ts';

const WRONG = 'f'.repeat(48);

describe.each(ONE_HOST)('the gate of the admin surface on the %s host', (host) => {
  const service = sharedFixture(() => startService({ host }));

  test('in anonymous mode a sign-in sets no cookie', async () => {
    const response = await service.post('/api/ops/sign-in', { key: WRONG });
    expect([response.status, cookieOf(response)]).toEqual([204, '']);
  });

  describe('once a key is created', () => {
    const admin = sharedFixture(() => rotate(service));

    test.each([
      ['neither a key nor a cookie', '', {}],
      ['an empty key', '?code=', {}],
      ['a wrong key in the query', `?code=${WRONG}`, {}],
      ['a wrong key in the header', '', bearer(WRONG)],
      ['the key under another scheme', '', { authorization: `Basic ${WRONG}` }],
      ['a made-up cookie', '', { cookie: 'cw_admin=t0.AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAA' }],
      ['an empty cookie', '', { cookie: 'cw_admin=' }],
    ])('a request with %s is answered with 401 in JSON', async (_, query, headers) => {
      const response = await service.get(`/api/cost${query}`, headers);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect(ErrorBody.parse(await response.json()).error).toBe('unauthorized');
      expect(response.headers.getSetCookie()).toEqual([]);
    });

    test('a browser that opens a page with the key gets the cookie and a redirect without the key', async () => {
      const response = await service.get(`/api/overview?window=7d&code=${admin.key}`, PAGE);
      expect(response.status).toBe(303);
      expect(response.headers.get('location')).toBe('/api/overview?window=7d');
      expect(response.headers.get('cache-control')).toBe('no-store');
      const cookie = cookieOf(response);
      expect((await service.get('/api/overview', { cookie })).status).toBe(200);
      const bare = await service.get(`/api/overview?code=${admin.key}`, PAGE);
      expect(bare.headers.get('location')).toBe('/api/overview');
    });

    test('a program that sends the key in the query gets the answer and the cookie', async () => {
      const response = await service.get(`/api/overview?code=${admin.key}`);
      expect(response.status).toBe(200);
      expect((await service.get('/api/overview', { cookie: cookieOf(response) })).status).toBe(200);
    });

    test('a signed-in browser that opens a link with an old key is redirected without the key', async () => {
      const response = await service.get(`/api/overview?code=${WRONG}`, { ...PAGE, ...admin.headers });
      expect([response.status, response.headers.get('location')]).toEqual([303, '/api/overview']);
      expect(response.headers.getSetCookie()).toEqual([]);
    });

    test('a browser without a session gets the sign-in page, which returns to the requested page', async () => {
      const response = await service.get('/api/sessions?sortBy=cost', PAGE);
      expect(response.status).toBe(401);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const policy = response.headers.get('content-security-policy');
      expect(policy).toMatch(/^default-src 'none'; script-src 'nonce-/);
      // Browsers ignore X-Frame-Options where the policy has this directive.
      expect(policy).toMatch(/; frame-ancestors 'none'(;|$)/);
      expect(response.headers.get('x-frame-options')).toBe('DENY');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.text()).toContain('data-return-to="/api/sessions?sortBy=cost"');
    });

    test('a browser with an old key gets the sign-in page with an error, and the page does not contain the key', async () => {
      const response = await service.get(`/api/dashboard?code=${WRONG}`, PAGE);
      expect(response.status).toBe(401);
      const page = await response.text();
      expect(page).toContain('This key is not valid.');
      expect(page).not.toContain(WRONG);
      expect(page).toContain('data-return-to="/api/dashboard"');
    });
  });
});
