import { describe, expect, test } from 'vitest';
import { routes } from '../../functions/routes.ts';
import { AgentMe } from '../../src/desk/wire/agent.ts';
import { startAgentService } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { refusedWith } from '../support/refusal.ts';
import { ONE_HOST } from '../support/service/service.ts';

const UUID = '11111111-1111-4111-8111-111111111111';
const agentRoutes = routes
  .filter(({ gate }) => gate === 'agent')
  .map(({ method, route }) => ({ method, path: `/api/${route.replaceAll(/\{\w+\}/g, UUID)}` }));

test('exactly the endpoints below /api/agent require an agent token', () => {
  const guarded = routes.filter(({ gate }) => gate === 'agent').map(({ name }) => name);
  expect(guarded).toEqual(routes.filter(({ route }) => route.startsWith('agent/')).map(({ name }) => name));
  expect(guarded.length).toBeGreaterThan(15);
});

describe.each(ONE_HOST)('the gate of the agent surface on the %s host', (host) => {
  const desk = sharedFixture(() => startAgentService({ host }));

  const call = (method: string, path: string, headers: Record<string, string> = {}) =>
    fetch(`${desk.service.origin}${path}`, { method, headers });

  async function expectRefused(response: Response): Promise<void> {
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.json()).toEqual({ error: 'unauthorized', message: expect.any(String) });
  }

  test.each(agentRoutes)('$method $path answers 401 without a token', async ({ method, path }) => {
    await expectRefused(await call(method, path));
  });

  test.each(agentRoutes)(
    '$method $path answers 401 with a token of another tenant',
    async ({ method, path }) => {
      const token = await desk.issuer.token({ tid: UUID });
      await expectRefused(await call(method, path, { authorization: `Bearer ${token}` }));
    },
  );

  test('a token is accepted only if its audience is a known host of the service', async () => {
    const named = await startAgentService({
      host,
      settings: { PUBLIC_HOSTS: 'Chat.Example.com, desk.example:8443', PORT: '7171' },
    });
    const { clientId } = named.issuer;
    const me = async (aud: string) => {
      const authorization = `Bearer ${await named.issuer.token({ aud })}`;
      return (await fetch(`${named.service.origin}/api/agent/me`, { headers: { authorization } })).status;
    };
    try {
      for (const known of ['chat.example.com', 'desk.example:8443', 'localhost:7171', '127.0.0.1:7171']) {
        expect(await me(`api://${known}/${clientId}`), known).toBe(200);
      }
      const unknown = ['evil.example', 'localhost', 'localhost:7071', 'desk.example', 'chat.example.com/x'];
      for (const other of [...unknown, 'x.chat.example.com', 'evil.example/chat.example.com', '']) {
        expect(await me(`api://${other}/${clientId}`), other).toBe(401);
      }
    } finally {
      await named.close();
    }
  });

  test('a token is accepted only in the header', async () => {
    const token = await desk.agent('Mia').token();
    await expectRefused(await call('GET', `/api/agent/me?code=${token}&access_token=${token}`));
    await expectRefused(await call('GET', '/api/agent/me', { cookie: `cw_admin=${token}; token=${token}` }));
    await expectRefused(await call('GET', '/api/agent/me', { authorization: token }));
    await expectRefused(await call('GET', '/api/agent/me', { authorization: `Basic ${token}` }));
    await expectRefused(await call('GET', '/api/agent/me', { authorization: 'Bearer ' }));
    expect((await call('GET', '/api/agent/me', { authorization: `bearer ${token}` })).status).toBe(200);
  });

  test('/api/agent/me returns four claims of the token and the agent’s availability', async () => {
    const mia = desk.agent('Mia');
    const { status, body, headers } = await mia.get('/api/agent/me');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(AgentMe.parse(body)).toEqual(body);
    expect(body).toEqual({
      oid: mia.oid,
      upn: 'mia@example.com',
      email: 'mia@example.com',
      tenantId: desk.issuer.tenantId,
      availability: 'available',
    });
  });

  test('upn and email are taken from the token if it has them', async () => {
    const kim = desk.agent('Kim', { upn: 'kim@corp.example', email: 'kim.mail@corp.example' });
    expect((await kim.get('/api/agent/me')).body).toMatchObject({
      upn: 'kim@corp.example',
      email: 'kim.mail@corp.example',
    });
  });

  test('an unavailable key server is answered with 503', async () => {
    const other = await startAgentService({ host });
    other.issuer.mood = 'error';
    const answered = await other.agent('Mia').get('/api/agent/me');
    expect(answered).toMatchObject(refusedWith(503, 'identity-unavailable'));
    expect(Number(answered.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    await other.close();
  });

  test('agent endpoints send no CORS headers to other sites', async () => {
    const preflight = await fetch(`${desk.service.origin}/api/agent/me`, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    const answered = await desk.agent('Mia').get('/api/agent/me', { origin: 'https://elsewhere.example' });
    expect(answered.headers.get('access-control-allow-origin')).toBeNull();
  });
});

test('the admin key does not open the agent surface', async () => {
  const key = 'a-legacy-admin-key';
  const desk = await startAgentService({ settings: { ADMIN_KEY: key } });
  const response = await desk.service.get('/api/agent/me', { authorization: `Bearer ${key}` });
  expect(response.status).toBe(401);
  await desk.close();
});
