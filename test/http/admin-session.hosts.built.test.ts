import { describe, expect, test } from 'vitest';
import { nowIso } from '../../src/lib/fields.ts';
import { bearer, cookieOf, PAGE, rotate } from '../support/clients/admin.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { rawRequest } from '../support/clients/raw-response.ts';
import { HOSTS, startService } from '../support/service/service.ts';

const DAY_MS = 86_400_000;

describe.each(HOSTS)('the session of an admin on the %s host', (host) => {
  const clock = freshFixture(() => manualClock());
  const service = freshFixture(() => startService({ host, clock }));
  const admin = freshFixture(() => rotate(service));

  const statusOf = async (headers: Record<string, string>) =>
    (await service.get('/api/cost', headers)).status;
  const signIn = (key: string, headers = {}) => service.post('/api/ops/sign-in', { key }, headers);

  test('begins with the key and uses a cookie that is HttpOnly and SameSite', async () => {
    const response = await signIn(admin.key);
    expect(response.status).toBe(204);
    const [cookie = ''] = response.headers.getSetCookie();
    const [pair = '', ...attributes] = cookie.split('; ');
    expect(pair).toMatch(/^cw_admin=[\w.-]{60,120}$/);
    expect(attributes.map((attribute) => attribute.toLowerCase()).toSorted()).toEqual([
      'httponly',
      'max-age=34560000',
      'path=/api',
      'samesite=lax',
    ]);
    expect(await statusOf({ cookie: pair })).toBe(200);
  });

  test('has a Secure cookie with the prefix in its name, except on localhost over HTTP', async () => {
    const headers = { host: 'chat.example.com', 'content-type': 'application/json' };
    const body = Buffer.from(JSON.stringify({ key: admin.key }));
    const answer = await rawRequest(`${service.origin}/api/ops/sign-in`, { method: 'POST', headers, body });
    const [cookie = ''] = [answer.headers['set-cookie']].flat().map(String);
    expect(cookie).toMatch(/^__Secure-cw_admin=[\w.-]{60,120};.*; path=\/api;.*; secure(;|$)/i);
    const [pair = ''] = cookie.split(';');
    const statusWith = async (sent: string) =>
      (await rawRequest(`${service.origin}/api/cost`, { headers: { ...headers, cookie: sent } })).status;
    expect(await statusWith(pair)).toBe(200);
    // A page without https can set the plain name.
    expect(await statusWith(pair.replace('__Secure-', ''))).toBe(401);
    expect(await statusOf({ cookie: pair.replace('__Secure-', '') })).toBe(200);
  });

  test('does not begin with a wrong key', async () => {
    const response = await signIn('0'.repeat(48));
    expect([response.status, cookieOf(response)]).toEqual([401, '']);
    expect((await signIn('')).status).toBe(400);
    expect((await service.post('/api/ops/sign-in', {})).status).toBe(400);
  });

  test('lasts 400 days', async () => {
    clock.advance(400 * DAY_MS - 1000);
    expect(await statusOf(admin.headers)).toBe(200);
    clock.advance(1000);
    expect(await statusOf(admin.headers)).toBe(401);
    expect(await statusOf(bearer(admin.key))).toBe(200);
  });

  test('is renewed on use after 30 days, and lasts as long as it is used', async () => {
    clock.advance(30 * DAY_MS - 1000);
    expect(cookieOf(await service.get('/api/cost', admin.headers))).toBe('');
    let { cookie } = admin;
    for (let month = 1; month <= 15; month++) {
      clock.advance(31 * DAY_MS);
      const response = await service.get('/api/cost', { cookie });
      expect([month, response.status]).toEqual([month, 200]);
      expect(response.headers.getSetCookie()[0]).toMatch(/max-age=34560000/i);
      cookie = cookieOf(response);
    }
    expect(await statusOf(admin.headers)).toBe(401);
    expect(await statusOf({ cookie })).toBe(200);
  });

  test('ends at sign-out together with its renewals and copies, which cannot be renewed', async () => {
    clock.advance(31 * DAY_MS);
    const renewed = cookieOf(await service.get('/api/cost', admin.headers));
    await service.post('/api/ops/sign-out', '', { cookie: renewed });
    for (const cookie of [renewed, admin.cookie]) {
      const response = await service.get('/api/cost', { cookie });
      expect([response.status, cookieOf(response)]).toEqual([401, '']);
    }
    clock.advance(390 * DAY_MS);
    expect(await statusOf({ cookie: renewed })).toBe(401);
  });

  test('ends at sign-out, also for a copy of its cookie, while other sessions continue', async () => {
    const other = cookieOf(await signIn(admin.key));
    const response = await service.post('/api/ops/sign-out', '', admin.headers);
    expect(response.status).toBe(204);
    expect(response.headers.getSetCookie()[0]).toMatch(/^cw_admin=;.*max-age=0/i);
    expect(await statusOf(admin.headers)).toBe(401);
    expect(await statusOf({ cookie: other })).toBe(200);
    expect((await service.get('/api/dashboard', { ...PAGE, ...admin.headers })).status).toBe(401);
  });

  test('can be signed out repeatedly, and a sign-out without a session succeeds', async () => {
    for (const headers of [admin.headers, admin.headers, {}, { cookie: 'cw_admin=forged' }]) {
      expect((await service.post('/api/ops/sign-out', '', headers)).status).toBe(204);
    }
  });

  test('can rotate the key; its browser gets a new session, and all other sessions end', async () => {
    const other = cookieOf(await signIn(admin.key));
    const fresh = await rotate(service, { cookie: other });
    expect(fresh.key).not.toBe(admin.key);
    expect(await statusOf(fresh.headers)).toBe(200);
    expect(await statusOf(bearer(fresh.key))).toBe(200);
    for (const dead of [admin.headers, { cookie: other }, bearer(admin.key)]) {
      expect(await statusOf(dead)).toBe(401);
    }
    expect((await service.get(`/api/cost?code=${admin.key}`)).status).toBe(401);
  });

  test('gets the time of the new key from a rotation', async () => {
    const response = await service.post('/api/ops/rotate-key', '', bearer(admin.key));
    expect(await response.json()).toEqual({
      adminKey: expect.stringMatching(/^[0-9a-f]{48}$/),
      rotatedAt: nowIso(clock),
    });
  });

  test('survives a restart', async () => {
    const again = await startService({ host, dataDir: service.dataDir, clock });
    expect((await again.get('/api/cost', admin.headers)).status).toBe(200);
    await again.close();
  });
});
