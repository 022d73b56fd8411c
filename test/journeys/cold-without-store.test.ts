import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { startCloud } from '../fakes/cloud.ts';
import { startTokenIssuer } from '../support/servers/agent-tokens.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startService } from '../support/service/service.ts';

/** The answer begins within 5 s; the rest is for a machine that does other things too. */
const ANSWERED_MS = 7_000;

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
  it('answers every kind of request within 5 s', async () => {
    await cloud.lines?.cosmos.become(state);
    const service = await startService({ cloud, settings: issuer.settings });
    const sessionId = randomUUID();
    const agent = { authorization: `Bearer ${await issuer.token()}` };
    const json = { accept: 'application/json' };
    const calls: [name: string, call: () => Promise<Response>, status: number][] = [
      ['chat', () => service.post('/api/chat', { sessionId, message: 'Hello' }), 503],
      ['stream', () => service.post('/api/chat/stream', { message: 'Hello' }), 503],
      ['messages', () => service.get(`/api/messages?sessionId=${sessionId}`), 503],
      ['handoff', () => service.post('/api/handoff', { sessionId: randomUUID() }), 503],
      ['negotiate', () => service.post('/api/negotiate', { sessionId }), 200],
      ['health', () => service.get('/api/health'), 503],
      ['sessions', () => service.get('/api/sessions', json), 503],
      ['agent sessions', () => service.get('/api/agent/sessions', agent), 503],
      ['claim', () => service.post(`/api/agent/sessions/${randomUUID()}/claim`, '', agent), 503],
    ];
    const answers = await Promise.all(
      calls.map(async ([name, call]) => {
        const startedAt = performance.now();
        const { status } = await call();
        const tookMs = performance.now() - startedAt;
        return [name, status, tookMs < ANSWERED_MS || tookMs];
      }),
    );
    await cloud.lines?.cosmos.become('well');
    await service.close();
    expect(answers).toEqual(calls.map(([name, , status]) => [name, status, true]));
  });

  it('answers requests to one conversation that wait for each other within 5 s', async () => {
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
