import { afterEach, describe, expect, test } from 'vitest';
import { routes } from '../../functions/routes.ts';
import { ErrorBody } from '../../src/platform/wire/query-fields.ts';
import { bearer, PAGE, rotate } from '../support/clients/admin.ts';
import { call } from '../support/clients/every-route.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { scriptedVault } from '../support/ports/scripted-vault.ts';
import { startService, type RunningService, type ServiceOptions } from '../support/service/service.ts';

const ADMIN_KEY = 'a key of an earlier release';
const adminRoutes = routes.filter(({ gate }) => gate === 'admin');

describe('the vault behind the admin surface', () => {
  const running: RunningService[] = [];
  const start = async (options: ServiceOptions) => {
    const service = await startService({ ...options });
    running.push(service);
    return service;
  };
  afterEach(async () => {
    for (const service of running.splice(0)) await service.close();
  });

  test.each([
    ['holds a key', 'a1'.repeat(24)],
    ['holds no key', undefined],
  ])('that is unavailable makes every route answer 503: the vault %s', async (_, secret) => {
    const vault = scriptedVault(secret);
    vault.state = 'down';
    const service = await start({ vault });
    for (const route of adminRoutes) {
      for (const headers of [{}, bearer('a1'.repeat(24)), PAGE]) {
        const response = await call(service, route, headers);
        expect(response.status, route.name).toBe(503);
        expect(response.headers.get('retry-after'), route.name).toMatch(/^[1-9]\d*$/);
        const text = await response.text();
        if (headers === PAGE) expect(text, route.name).toContain('key vault cannot be reached');
        else expect(ErrorBody.parse(JSON.parse(text)).error, route.name).toBe('vault-unavailable');
      }
    }
    for (const path of ['/api/ops/sign-in', '/api/ops/sign-out']) {
      const cookie = 'cw_admin=t0.AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
      expect((await service.post(path, { key: 'a1'.repeat(24) }, { cookie })).status).toBe(503);
    }
    expect((await service.get('/api/health')).status).toBe(200);
  });

  test('that is unavailable is replaced by ADMIN_KEY, and no other key is accepted', async () => {
    const clock = manualClock();
    const vault = scriptedVault();
    const service = await start({ vault, clock, settings: { ADMIN_KEY } });
    expect((await service.get('/api/cost')).status).toBe(401);
    const { key, headers } = await rotate(service, bearer(ADMIN_KEY));
    expect((await service.get('/api/cost', bearer(key))).status).toBe(200);
    expect((await service.get('/api/cost', bearer(ADMIN_KEY))).status).toBe(401);
    vault.state = 'down';
    clock.advance(60_000);
    expect((await service.get('/api/cost', bearer(ADMIN_KEY))).status).toBe(200);
    expect((await service.get('/api/cost', headers)).status).toBe(401);
    expect((await service.post('/api/ops/rotate-key', '', bearer(ADMIN_KEY))).status).toBe(503);
  });

  test('that has lost its secret answers 503 until the secret is restored or ADMIN_KEY is set', async () => {
    const clock = manualClock();
    const vault = scriptedVault();
    const service = await start({ vault, clock });
    const { key, headers } = await rotate(service);
    vault.secret = undefined;
    clock.advance(60_000);
    for (const shown of [{}, headers, bearer(key), PAGE]) {
      expect((await service.get('/api/cost', shown)).status).toBe(503);
    }
    expect((await service.post('/api/ops/rotate-key', '')).status).toBe(503);
    const legacy = await start({ vault, clock, dataDir: service.dataDir, settings: { ADMIN_KEY } });
    expect((await legacy.get('/api/cost')).status).toBe(401);
    const again = await rotate(legacy, bearer(ADMIN_KEY));
    clock.advance(60_000);
    expect((await service.get('/api/cost', bearer(again.key))).status).toBe(200);
  });

  test('that has lost a key that was stored manually answers 503', async () => {
    const clock = manualClock();
    const vault = scriptedVault('a1'.repeat(24));
    const service = await start({ vault, clock });
    expect((await service.get('/api/cost')).status).toBe(401);
    vault.secret = undefined;
    clock.advance(60_000);
    expect((await service.get('/api/cost')).status).toBe(503);
  });

  test('a deployment with ADMIN_START_GATED is never in anonymous mode', async () => {
    const vault = scriptedVault();
    const service = await start({ vault, settings: { ADMIN_START_GATED: 'true' } });
    expect((await service.get('/api/cost')).status).toBe(503);
    expect(vault.secret).toBeUndefined();
    const key = (await service.services.adminGate.createFirstKey()) ?? '';
    expect((await service.get('/api/cost')).status).toBe(401);
    expect((await service.get('/api/cost', bearer(key))).status).toBe(200);
  });
});
