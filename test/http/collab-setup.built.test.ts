import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CollabChecks } from '../../src/admin/wire/admin.ts';
import { startTokenIssuer } from '../support/servers/agent-tokens.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startService, type RunningService } from '../support/service/service.ts';

describe('the set-up of Teams', () => {
  const issuer = sharedFixture(() => startTokenIssuer());

  let service: RunningService;
  afterEach(() => service.close());

  const application = (method: string, body?: object) =>
    fetch(`${service.origin}/api/collab-setup/application`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  const save = (clientId: string) => application('PUT', { clientId, tenantId: issuer.tenantId });
  const remove = () => application('DELETE');
  const checks = async () => CollabChecks.parse(await (await service.get('/api/collab-setup/checks')).json());

  describe('with an application', () => {
    beforeEach(async () => {
      issuer.mood = 'keys';
      service = await startService({
        settings: {
          ...issuer.settings,
        },
      });
    });

    test('shows the settings and the number of signing keys of the tenant', async () => {
      expect(await checks()).toEqual({
        identity: 'entra',
        isFromEnvironment: true,
        clientId: issuer.clientId,
        tenantId: issuer.tenantId,
        host: new URL(service.origin).host,
        reachableByTeams: false,
        signingKeys: 1,
        activityFeed: { on: false, failure: 'identity-missing', unreached: [] },
      });
    });

    test.each(['error', 'garbage'] as const)(
      'shows no signing keys if the key server answers with %s',
      async (mood) => {
        issuer.mood = mood;
        expect(await checks()).toMatchObject({ identity: 'entra', signingKeys: null });
      },
    );

    test('is a page with a strict policy that allows connections only to the identity provider', async () => {
      const answer = await service.get('/api/collab-setup');
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(answer.status).toBe(200);
      expect(policy).toContain(`connect-src 'self' ${issuer.authority};`);
      expect(answer.headers.get('x-frame-options')).toBe('DENY');
      expect(await answer.text()).toContain(service.origin);
    });
  });

  test('refuses to save an application if the environment sets one', async () => {
    service = await startService({ settings: { ...issuer.settings } });
    for (const response of [await save(randomUUID()), await remove()]) {
      expect([response.status, await response.json()]).toMatchObject([409, { error: 'set-by-environment' }]);
    }
  });

  test('accepts only agents of the saved application, without a restart', async () => {
    issuer.mood = 'keys';
    const { IDP_AUTHORITY } = issuer.settings;
    service = await startService({ settings: { IDP_AUTHORITY } });
    const me = async () => {
      const authorization = `Bearer ${await issuer.token()}`;
      return (await service.get('/api/agent/me', { authorization })).status;
    };
    expect(await me()).toBe(401);
    expect((await service.get('/api/collab-app.zip')).status).toBe(409);
    expect((await save(issuer.clientId)).status).toBe(200);
    expect(await checks()).toMatchObject({ identity: 'entra', isFromEnvironment: false, signingKeys: 1 });
    expect(await me()).toBe(200);
    expect((await service.get('/api/collab-app.zip')).status).toBe(200);
    await save(randomUUID());
    expect(await me()).toBe(401);
    expect((await remove()).status).toBe(204);
    expect(await checks()).toMatchObject({ identity: 'local' });
  });

  test('accepts only two UUIDs as an application', async () => {
    service = await startService();
    expect((await save('nonsense')).status).toBe(400);
    expect((await application('PUT', {})).status).toBe(400);
  });

  test('shows the local identity provider and its key on the local host', async () => {
    service = await startService();
    expect(await checks()).toMatchObject({ identity: 'local', signingKeys: 1 });
  });

  test('is accessible only for admins', async () => {
    service = await startService({ settings: { ADMIN_START_GATED: 'true' } });
    await service.services.adminGate.createFirstKey();
    for (const path of ['/api/collab-setup', '/api/collab-setup/checks']) {
      expect((await service.get(path)).status).toBe(401);
    }
    for (const response of [await save(randomUUID()), await remove()]) expect(response.status).toBe(401);
  });
});
