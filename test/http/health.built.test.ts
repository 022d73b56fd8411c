import { readFile } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { nowIso } from '../../src/lib/fields.ts';
import { Health } from '../../src/operations/records/health.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { fetchRaw } from '../support/clients/raw-response.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';
import { HOSTS, startService, type RunningService } from '../support/service/service.ts';

describe.each(HOSTS)('health and files on the %s host', (host) => {
  const clock = manualClock();
  const service = sharedFixture(() =>
    startService({ host, clock, settings: { MARKETPLACE_SUBSCRIPTION_ID: 'sub-1' } }),
  );

  test('health has the documented fields', async () => {
    const response = await service.get('/api/health');
    expect(response.status).toBe(200);
    const health = Health.parse(await response.json());
    expect(health).toEqual({
      ok: true,
      deploymentId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      marketplaceSubscriptionId: 'sub-1',
      version: '0.0.0-test',
      startedAt: nowIso(clock),
      bootstrap: { attempted: false, result: 'skipped' },
      seat: { activeSessionCount: 0, lastReportedQuantity: 0 },
      tokens: { inputTokens: 0, outputTokens: 0, windowStart: '2026-11-20T00:00:00.000Z' },
      assistant: { model: 'knowledge', reduced: [] },
      problems: [],
      widgets: [
        {
          version: expect.any(String),
          path: expect.any(String),
          integrity: expect.stringMatching(/^sha384-/),
        },
      ],
    });
  });

  test('health counts the tokens of all calls of the day, including trials', async () => {
    const asked = await startService({ host, clock, answerer: scriptedAnswerer() });
    const admin = registryAdmin(asked);
    await asked.post('/api/chat', { message: 'Hello' });
    const draft = { name: 'Ada', instructions: 'Be brief.' };
    const history = [{ role: 'visitor', content: 'Hello' }];
    expect((await admin.send('POST', 'assistants/try', { draft, history })).status).toBe(200);
    const { tokens } = Health.parse(await (await asked.get('/api/health')).json());
    expect(tokens).toMatchObject({ inputTokens: 240, outputTokens: 60 });
    await asked.close();
  });

  test('a deployment keeps its id over a restart', async () => {
    const idOf = async (running: RunningService) =>
      Health.parse(await (await running.get('/api/health')).json()).deploymentId;
    const again = await startService({ dataDir: service.dataDir });
    expect(await idOf(again)).toBe(await idOf(service));
    await again.close();
  });

  test('the widget script has a strong ETag and a short cache time, and is compressed as the client accepts', async () => {
    const built = await readFile(new URL('../../dist/widget.js', import.meta.url), 'utf8');
    // By it a module finds its own tag.
    const file = Buffer.from(built.replaceAll('{script-address}', `${service.origin}/api/widget.js`));
    for (const [encoding, open] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const response = await fetchRaw(`${service.origin}/api/widget.js`, { 'accept-encoding': encoding });
      expect(response.headers['content-encoding']).toBe(encoding);
      expect(open(response.body).equals(file)).toBe(true);
    }
    const plain = await fetchRaw(`${service.origin}/api/widget.js`, { 'accept-encoding': 'identity' });
    expect(plain.body.equals(file)).toBe(true);
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'Accept-Encoding, Origin',
      etag: expect.stringMatching(/^"[^"]+"$/),
    });
    const unchanged = await service.get('/api/widget.js', {
      'accept-encoding': 'identity',
      'if-none-match': String(plain.headers['etag']),
    });
    expect(unchanged.status).toBe(304);
  });
});
