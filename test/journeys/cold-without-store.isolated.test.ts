import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { startCloud } from '../fakes/cloud.ts';
import { startTokenIssuer } from '../support/servers/agent-tokens.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startService } from '../support/service/service.ts';

/** Time-outs that add up take 21 s; one time budget takes 4 s, and longer on a busy machine. */
const ANSWERED_MS = 15_000;

const cloud = sharedFixture(() => startCloud({ lines: { seed: 7 } }));
const issuer = sharedFixture(() => startTokenIssuer());
beforeAll(async () => {
  // The test measures how long it waits, not how fast a busy machine loads the SDKs.
  const other = await startService({ cloud, settings: issuer.settings });
  expect((await other.post('/api/chat', { message: 'Hello' })).status).toBe(200);
  expect((await other.get('/api/health')).status).toBe(200);
  await other.close();
});

describe.each(['silent', 'gone'] as const)('an instance that starts while Cosmos DB is %s', (state) => {
  it('answers every kind of request', async () => {
    await cloud.lines?.cosmos.become(state);
    const service = await startService({ cloud, settings: issuer.settings });
    const sessionId = randomUUID();
    const agent = { authorization: `Bearer ${await issuer.token()}` };
    const json = { accept: 'application/json' };
    const calls: [name: string, call: () => Promise<Response>][] = [
      ['chat', () => service.post('/api/chat', { sessionId, message: 'Hello' })],
      ['stream', () => service.post('/api/chat/stream', { message: 'Hello' })],
      ['messages', () => service.get(`/api/messages?sessionId=${sessionId}`)],
      ['handoff', () => service.post('/api/handoff', { sessionId: randomUUID() })],
      ['health', () => service.get('/api/health')],
      ['sessions', () => service.get('/api/sessions', json)],
      ['agent sessions', () => service.get('/api/agent/sessions', agent)],
      ['claim', () => service.post(`/api/agent/sessions/${randomUUID()}/claim`, '', agent)],
    ];
    const startedAt = performance.now();
    const answers = await Promise.all(calls.map(async ([name, call]) => [name, (await call()).status]));
    const tookMs = performance.now() - startedAt;
    // Negotiation needs no store, but on a busy machine the first request may run out of time.
    const negotiate = async () => (await service.post('/api/negotiate', { sessionId })).status;
    await expect.poll(negotiate).toBe(200);
    await cloud.lines?.cosmos.become('well');
    await service.close();
    expect(answers).toEqual(calls.map(([name]) => [name, 503]));
    expect(tookMs).toBeLessThan(ANSWERED_MS);
  });

  it('answers simultaneous requests to one conversation within a single time limit', async () => {
    const service = await startService({ cloud, settings: issuer.settings });
    const sessionId = randomUUID();
    expect((await service.post('/api/chat', { sessionId, message: 'Hello' })).status).toBe(200);
    for (const conversation of [sessionId, randomUUID()]) {
      await cloud.lines?.cosmos.become(state);
      const startedAt = performance.now();
      const answers = await Promise.all([
        ...Array.from({ length: 4 }, () =>
          service.post('/api/chat', { sessionId: conversation, message: 'Hello?' }),
        ),
        service.post('/api/chat/stream', { sessionId: conversation, message: 'Hello?' }),
        service.post('/api/handoff', { sessionId: conversation }),
        service.get(`/api/messages?sessionId=${conversation}`),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
      expect(performance.now() - startedAt).toBeLessThan(ANSWERED_MS);
      await cloud.lines?.cosmos.become('well');
    }
    await expect
      .poll(async () => (await service.post('/api/chat', { sessionId, message: 'Hello' })).status)
      .toBe(200);
    await service.close();
  });
});
