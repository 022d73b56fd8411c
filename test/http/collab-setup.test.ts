import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CollabChecks } from '../../src/wire/admin.ts';
import { startTokenIssuer } from '../support/agent-tokens.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { HOSTS, startService, type RunningService } from '../support/service.ts';

describe.each(HOSTS)('the set-up of Teams on the %s host', (host) => {
  const issuer = sharedFixture(() => startTokenIssuer());

  let service: RunningService;
  afterEach(() => service.close());

  const checks = async () => CollabChecks.parse(await (await service.get('/api/collab-setup/checks')).json());

  describe('with an application', () => {
    beforeEach(async () => {
      issuer.mood = 'keys';
      service = await startService({
        host,
        settings: {
          ...issuer.settings,
        },
      });
    });

    test('finds the settings, and the keys of the tenant', async () => {
      expect(await checks()).toEqual({
        identity: 'entra',
        clientId: issuer.clientId,
        tenantId: issuer.tenantId,
        host: new URL(service.origin).host,
        reachableByTeams: false,
        signingKeys: 1,
        activityFeed: { on: false, failure: 'identity-missing', unreached: [] },
      });
    });

    test.each(['error', 'garbage'] as const)('says so where the key server gives %s', async (mood) => {
      issuer.mood = mood;
      expect(await checks()).toMatchObject({ identity: 'entra', signingKeys: null });
    });

    test('is a page under a strict policy that may talk to the provider alone', async () => {
      const answer = await service.get('/api/collab-setup');
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(answer.status).toBe(200);
      expect(policy).toContain(`connect-src 'self' ${issuer.authority};`);
      expect(answer.headers.get('x-frame-options')).toBe('DENY');
      expect(await answer.text()).toContain(service.origin);
    });
  });

  test('on the local host has the made-up people, and their keys', async () => {
    service = await startService({ host });
    expect(await checks()).toMatchObject({ identity: 'local', signingKeys: 1 });
  });

  test('is for admins', async () => {
    service = await startService({ host, settings: { ADMIN_START_GATED: 'true' } });
    await service.services.adminGate.makeFirstKey();
    for (const path of ['/api/collab-setup', '/api/collab-setup/checks']) {
      expect((await service.get(path)).status).toBe(401);
    }
  });
});
