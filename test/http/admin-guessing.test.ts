import { describe, expect, test } from 'vitest';
import { ErrorBody } from '../../src/platform/wire/query-fields.ts';
import { bearer, rotate } from '../support/clients/admin.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { refusal } from '../support/refusal.ts';
import { HOSTS, startService } from '../support/service/service.ts';

const WRONG = 'f'.repeat(48);

describe.each(HOSTS)('guessing the admin key on the %s host', (host) => {
  const clock = freshFixture(() => manualClock());
  const service = freshFixture(() => startService({ host, clock, proxies: 1 }));
  const admin = freshFixture(() => rotate(service));

  const from = (clientIp: string) => ({ 'x-forwarded-for': clientIp });
  const ways = [
    ['by query', (headers: object) => service.get(`/api/cost?code=${WRONG}`, { ...headers })],
    ['by header', (headers: object) => service.get('/api/cost', { ...headers, ...bearer(WRONG) })],
    ['by signing in', (headers: object) => service.post('/api/ops/sign-in', { key: WRONG }, { ...headers })],
  ] as const;

  test.each(ways)('a wrong key is checked ten times in a minute: %s', async (_, guess) => {
    for (let n = 1; n <= 10; n++) expect((await guess(from('203.0.113.7'))).status).toBe(401);
    const refused = await guess(from('203.0.113.7'));
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(ErrorBody.parse(await refused.json())).toMatchObject({
      error: 'rate-limited',
      retryAfterSeconds: 60,
    });
    clock.advance(60_000);
    expect((await guess(from('203.0.113.7'))).status).toBe(401);
  });

  async function exhaust(headers: Record<string, string>): Promise<void> {
    for (let n = 1; n <= 11; n++) await service.get('/api/cost', { ...headers, ...bearer(WRONG) });
  }

  test('after ten wrong keys even the right key is refused until the minute is over', async () => {
    await exhaust(from('203.0.113.7'));
    clock.advance(59_000);
    const right = { ...from('203.0.113.7'), ...bearer(admin.key) };
    const response = await service.get('/api/cost', right);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1']);
    clock.advance(1000);
    expect((await service.get('/api/cost', right)).status).toBe(200);
  });

  test('does not block sessions, other clients and requests without a key', async () => {
    await exhaust(from('203.0.113.7'));
    const session = { ...from('203.0.113.7'), ...admin.headers };
    expect((await service.get('/api/cost', session)).status).toBe(200);
    expect((await service.get('/api/cost', { ...session, ...bearer(WRONG) })).status).toBe(200);
    const neighbour = { ...from('203.0.113.8'), ...bearer(admin.key) };
    expect((await service.get('/api/cost', neighbour)).status).toBe(200);
    expect((await service.get('/api/cost', from('203.0.113.7'))).status).toBe(401);
  });

  test('is counted across all instances', async () => {
    const other = await startService({
      host,
      clock,
      dataDir: service.dataDir,
      proxies: 1,
    });
    for (let n = 1; n <= 10; n++) {
      const at = n % 2 ? service : other;
      const response = await at.get('/api/cost', { ...from('203.0.113.7'), ...bearer(WRONG) });
      expect(response.status).toBe(401);
    }
    const response = await other.get('/api/cost', { ...from('203.0.113.7'), ...bearer(WRONG) });
    expect(response.status).toBe(429);
    await other.close();
  });

  test('an agent’s token is refused and does not count as a wrong key', async () => {
    const header = Buffer.from('{"alg":"RS256"}').toString('base64url');
    const token = { ...from('203.0.113.7'), ...bearer(`${header}.e30.c2lnbmF0dXJl`) };
    for (let n = 1; n <= 20; n++) {
      for (const path of ['/api/cost', '/api/sessions', '/api/widgets', '/api/reports/closed-chats']) {
        expect((await service.get(path, token)).status, path).toBe(401);
      }
    }
    const right = { ...from('203.0.113.7'), ...bearer(admin.key) };
    expect((await service.get('/api/cost', right)).status).toBe(200);
  });

  test('is counted together for all unknown addresses, and does not lock out an admin with the right key', async () => {
    const enter = (key: string) =>
      service.services.adminGate.authenticate({ bearer: key, clientIp: undefined });
    for (let n = 1; n <= 10; n++) expect(await refusal(enter(WRONG))).toBe('unauthorized');
    expect(await refusal(enter(WRONG))).toBe('rate-limited');
    expect((await enter(admin.key)).access.anonymous).toBe(false);
    const guess = await service.get('/api/cost', { ...from('203.0.113.8'), ...bearer(WRONG) });
    expect(guess.status).toBe(401);
  });

  test('an invalid session does not count as a wrong key', async () => {
    const dead = { ...from('203.0.113.7'), cookie: 'cw_admin=x' };
    for (let n = 1; n <= 20; n++) expect((await service.get('/api/cost', dead)).status).toBe(401);
  });
});
