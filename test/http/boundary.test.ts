import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sharedFixture } from '../support/fixtures.ts';
import { HOSTS, startService } from '../support/service/service.ts';

describe.each(HOSTS)('the boundary on the %s host', (host) => {
  const service = sharedFixture(() => startService({ host }));
  /** In the cloud the platform answers an unknown address without these headers. */
  const unknown = host === 'node' ? ['/api/nothing'] : [];

  async function errorOf(response: Response): Promise<Record<string, unknown>> {
    return (await response.json()) as Record<string, unknown>;
  }

  test('every answer carries the common headers', async () => {
    for (const response of [
      await service.get('/api/health'),
      await service.post('/api/chat', { message: 'Hello' }),
      await service.post('/api/chat', 'not json'),
      await service.get(`/api/messages?sessionId=${randomUUID()}`),
      ...(await Promise.all(unknown.map((path) => service.get(path)))),
    ]) {
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  test.each(['', '{', '[]', '"text"', 'null', '1', '\u0000', '{"message":"a"'])(
    'a body that is not a JSON object is answered with invalid-json: %j',
    async (body) => {
      const response = await service.post('/api/chat', body);
      expect(response.status).toBe(400);
      expect(await errorOf(response)).toEqual({
        error: 'invalid-json',
        message: expect.stringMatching(/\.$/),
      });
    },
  );

  test('the limit of 4000 characters counts Unicode code points, without white space at the ends', async () => {
    const response = await service.post('/api/chat', { message: `  ${'😀'.repeat(4000)}  ` });
    expect(response.status).toBe(200);
    expect(((await response.json()) as { message: { content: string } }).message.content).toBe(
      '😀'.repeat(4000),
    );
  });

  test('unknown fields in a body are ignored', async () => {
    const response = await service.post('/api/chat', { message: 'Hello', surprise: { deep: [1] } });
    expect(response.status).toBe(200);
  });

  test('a body of 64 KiB is accepted, and a larger one is refused', async () => {
    const padded = (size: number) => {
      const body = JSON.stringify({ message: 'Hello', pad: '' });
      return JSON.stringify({ message: 'Hello', pad: 'x'.repeat(size - body.length) });
    };
    expect((await service.post('/api/chat', padded(64 * 1024))).status).toBe(200);
    const response = await service.post('/api/chat', padded(64 * 1024 + 1));
    expect(response.status).toBe(413);
    expect(await errorOf(response)).toMatchObject({ error: 'payload-too-large' });
  });

  test('an unknown address or a wrong method is answered with 404', async () => {
    for (const response of [
      await service.get('/api/nothing'),
      await service.get('/api/chat'),
      await service.post('/api/health', {}),
    ]) {
      expect(response.status).toBe(404);
    }
  });
});
