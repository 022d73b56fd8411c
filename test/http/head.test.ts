import { describe, expect, test } from 'vitest';
import { routes } from '../../functions/routes.ts';
import { pathOf } from '../support/clients/every-route.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { HOSTS, startService } from '../support/service/service.ts';

/** Headers that differ from one answer to the next. */
const OF_THE_MOMENT = new Set(['date', 'x-request-id', 'content-security-policy', 'set-cookie']);
/** Headers that frame a body. */
const FRAMING = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive']);

describe.each(HOSTS)('HEAD on the %s host', (host) => {
  const service = sharedFixture(() =>
    startService({ host, settings: { ALLOWED_ORIGINS: 'https://shop.example' } }),
  );

  const headersOf = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => !OF_THE_MOMENT.has(name) && !FRAMING.has(name)));

  test.each(routes.filter(({ method }) => method === 'GET').map((endpoint) => [endpoint.name, endpoint]))(
    'is answered by %s with the headers of GET, and no body',
    async (_, endpoint) => {
      const ask = (method: string) =>
        fetch(`${service.origin}${pathOf(endpoint)}`, { method, redirect: 'manual' });
      const [got, headed] = [await ask('GET'), await ask('HEAD')];
      await got.arrayBuffer();
      expect([headed.status, headersOf(headed)]).toEqual([got.status, headersOf(got)]);
      expect(await headed.text()).toBe('');
    },
  );

  test('is refused at an address without GET', async () => {
    const { status, headers } = await fetch(`${service.origin}/api/chat`, { method: 'HEAD' });
    // The platform answers in the cloud.
    const refusal = host === 'azure' ? [405, 'POST, OPTIONS'] : [404, null];
    expect([status, headers.get('allow')]).toEqual(refusal);
  });

  test('a preflight that the platform passes on is answered', async () => {
    const headers = {
      origin: 'https://shop.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    };
    const ask = (path: string) => fetch(`${service.origin}${path}`, { method: 'OPTIONS', headers });
    const answer = await ask('/api/chat');
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    expect(answer.headers.get('access-control-max-age')).toBe('7200');
    expect((await ask('/api/cost')).status).toBe(404);
  });

  test.each(['GET', 'POST'])('a preflight for %s is answered for that method', async (method) => {
    const headers = { origin: 'https://shop.example', 'access-control-request-method': method };
    const answer = await fetch(`${service.origin}/api/attachments`, { method: 'OPTIONS', headers });
    expect(answer.headers.get('access-control-allow-methods')).toBe(method);
  });
});
