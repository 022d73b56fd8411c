import { app } from '@azure/functions';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adminApi } from '../../src/web/ui/admin-api.ts';
import { agentApi } from '../../src/web/ui/agent-api.ts';
import { fetchWithRetry } from '../../src/web/ui/fetch-with-retry.ts';
import { startAzureHost } from '../support/functions-host/azure-host.ts';
import { freshFixture } from '../support/fixtures.ts';

/** How often the host turns callers away before it lets one in. */
let crowd: number;
/** A page's own fetch knows where the page is. */
const { fetch: withoutPage } = globalThis;
const host = freshFixture(() =>
  startAzureHost({
    register() {
      app.setup({ enableHttpStream: true });
      app.http('thing', {
        methods: ['GET', 'POST'],
        route: 'api/thing',
        authLevel: 'anonymous',
        handler: () => ({ jsonBody: { here: true } }),
      });
    },
    maxOutstanding: () => (crowd-- > 0 ? 0 : 1),
  }),
);
beforeEach(async () => {
  globalThis.fetch = (path, init) =>
    withoutPage(new URL(typeof path === 'string' ? path : '', host.origin), init);
});
afterEach(async () => {
  globalThis.fetch = withoutPage;
});

describe('if the host refuses calls because it is busy', () => {
  test('a call is repeated with growing pauses until it succeeds', async () => {
    crowd = 3;
    const waits: number[] = [];
    const response = await fetchWithRetry('/api/thing', { method: 'POST' }, (ms) => {
      waits.push(ms);
      return Promise.resolve();
    });
    expect(response.status).toBe(200);
    expect(waits.map((ms) => 2 ** Math.floor(Math.log2(ms / 1000)))).toEqual([1, 2, 4]);
  });

  test('an aborted call is not repeated', async () => {
    crowd = 99;
    const left = fetchWithRetry('/api/thing', { signal: AbortSignal.timeout(50) });
    await expect(left).rejects.toThrow(/timeout/i);
  });

  test('calls of the dashboard and of the desk are repeated until they succeed', async () => {
    const desk = agentApi({
      access: { token: () => Promise.resolve('token') },
      onSignedOut: () => undefined,
    });
    crowd = 1;
    expect(await adminApi.get('/api/thing')).toEqual({ here: true });
    crowd = 1;
    expect(await desk.get('/api/thing')).toEqual({ here: true });
  });

  test('the reader is told that the service is busy if it does not recover', async () => {
    const desk = agentApi({
      access: { token: () => Promise.resolve('token') },
      onSignedOut: () => undefined,
    });
    crowd = 99;
    const busy = expect.objectContaining({ code: 'rate-limited', message: expect.stringContaining('busy') });
    await Promise.all([
      expect(adminApi.get('/api/thing')).rejects.toEqual(busy),
      expect(desk.send('POST', '/api/thing')).rejects.toEqual(busy),
    ]);
  });
});
