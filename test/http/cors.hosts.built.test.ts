import { describe, expect, test } from 'vitest';
import { sharedFixture } from '../support/fixtures.ts';
import { HOSTS, startService, type RunningService } from '../support/service/service.ts';

const SHOP = 'https://shop.example';
const EVIL = 'https://evil.example';

describe.each(HOSTS)('the allowlist on the %s host', (host) => {
  const listed = sharedFixture(() =>
    startService({ host, settings: { ALLOWED_ORIGINS: `${SHOP}, https://other.example` } }),
  );
  const open = sharedFixture(() => startService({ host }));

  test('a site on the list gets only its own origin', async () => {
    const response = await listed.post('/api/chat', { message: 'Hello' }, { origin: SHOP });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(SHOP);
    expect(response.headers.get('vary')).toContain('Origin');
    expect(JSON.stringify([...response.headers])).not.toContain('other.example');
  });

  test.each([
    '/api/chat',
    '/api/chat/stream',
    '/api/contact',
    '/api/handoff',
    '/api/feedback',
    '/api/negotiate',
  ])('a browser from a site that is not on the list is refused at %s', async (path) => {
    for (const origin of [EVIL, 'null', `${SHOP}:8443`, 'http://shop.example', `${SHOP}.evil.example`]) {
      const response = await listed.post(path, { message: 'Hello' }, { origin });
      expect(response.status).toBe(403);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      expect(await response.json()).toMatchObject({ error: 'origin-not-allowed' });
    }
  });

  test('a client without an Origin header is accepted', async () => {
    expect((await listed.post('/api/chat', { message: 'Hello' })).status).toBe(200);
  });

  test('errors are readable for a site on the list', async () => {
    const response = await listed.post('/api/chat', {}, { origin: SHOP });
    expect(response.status).toBe(400);
    expect(response.headers.get('access-control-allow-origin')).toBe(SHOP);
  });

  test('the wildcard is answered with *', async () => {
    const response = await open.post('/api/chat', { message: 'Hello' }, { origin: EVIL });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('the widget is served to any origin', async () => {
    const response = await listed.get('/api/widget.js', { origin: EVIL });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('vary')).toBe('Accept-Encoding, Origin');
  });

  describe('the origin of a session', () => {
    async function recorded(service: RunningService, origin?: string): Promise<string | undefined> {
      const reply = await service.post('/api/chat', { message: 'Hello' }, origin ? { origin } : {});
      const { sessionId } = (await reply.json()) as { sessionId: string };
      return (await service.session(sessionId)).origin;
    }

    test('is the Origin header if it equals an entry of the list', async () => {
      expect(await recorded(listed, SHOP)).toBe(SHOP);
      expect(await recorded(listed)).toBeUndefined();
    });

    test('is not recorded under the wildcard', async () => {
      expect(await recorded(open, SHOP)).toBeUndefined();
    });

    test('is recorded only with the message that creates the session', async () => {
      const first = await listed.post('/api/chat', { message: 'Hello' });
      const { sessionId } = (await first.json()) as { sessionId: string };
      await listed.post('/api/chat', { message: 'Again', sessionId }, { origin: SHOP });
      expect((await listed.session(sessionId)).origin).toBeUndefined();
    });
  });
});

describe('preflight on the local host', () => {
  const service = sharedFixture(() => startService({ settings: { ALLOWED_ORIGINS: SHOP } }));

  const ask = (path: string, origin: string, method: string) =>
    fetch(`${service.origin}${path}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type',
      },
    });

  test('is answered for the visitor endpoints', async () => {
    const response = await ask('/api/chat', SHOP, 'POST');
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(SHOP);
    expect(response.headers.get('access-control-allow-methods')).toBe('POST');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const headers = response.headers.get('access-control-allow-headers')?.toLowerCase();
    expect(headers).toContain('content-type');
    expect(headers).toContain('authorization');
  });

  test('has no allowed origin for a site that is not on the list', async () => {
    const response = await ask('/api/chat', EVIL, 'POST');
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('is answered with 404 at all other addresses', async () => {
    expect((await ask('/api/health', SHOP, 'GET')).status).toBe(404);
    expect((await ask('/api/nothing', SHOP, 'POST')).status).toBe(404);
  });
});
