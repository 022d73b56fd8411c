import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startCloud } from '../fakes/cloud.ts';
import { VAULT_RESOURCE } from '../fakes/key-vault-server.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startService } from '../support/service/service.ts';

describe('the product with every component of the cloud', () => {
  const cloud = sharedFixture(() => startCloud());
  const service = sharedFixture(() => startService({ cloud }));

  it('answers a visitor and keeps the conversation', async () => {
    const sessionId = randomUUID();
    const asked = await service.post('/api/chat', { sessionId, message: 'Where is my parcel?' });
    expect(asked.status).toBe(200);
    const listed = await service.get(`/api/messages?sessionId=${sessionId}`);
    expect(await listed.json()).toMatchObject({ messages: [{ role: 'visitor' }, { role: 'assistant' }] });
    expect(cloud.cosmos.container('conversations').partition(sessionId)).toHaveLength(3);
  });

  it('sends no query to the store for a turn', async () => {
    const sessionId = randomUUID();
    const turn = { sessionId, message: 'Hello' };
    await service.post('/api/chat', turn);
    const before = cloud.cosmos.requests.length;
    expect((await service.post('/api/chat', { ...turn, message: 'And now?' })).status).toBe(200);
    const asked = cloud.cosmos.requests.slice(before).map(({ kind, container }) => `${kind} ${container}`);
    expect(asked.filter((one) => one.startsWith('query'))).toEqual([]);
  });

  it('connects a visitor to the real-time service, and answers while that service fails', async () => {
    const sessionId = randomUUID();
    const negotiated = await service.post('/api/negotiate', { sessionId });
    expect(await negotiated.json()).toMatchObject({ url: expect.stringMatching(/^wss:/) });
    cloud.pubSub.fault = { status: 503 };
    expect((await service.post('/api/negotiate', { sessionId })).status).toBe(503);
    expect((await service.post('/api/chat', { sessionId, message: 'Anybody?' })).status).toBe(200);
    cloud.pubSub.fault = undefined;
  });

  it('sends each stored message to the real-time service, and no partial answer', async () => {
    cloud.model.script({ deltas: Array.from({ length: 12 }, (_, n) => `word${n} `), everyMs: 10 });
    const sessionId = randomUUID();
    const asked = await service.post('/api/chat/stream', { sessionId, message: 'Hello' });
    expect(await asked.text()).toContain('event: complete');
    const told = () =>
      cloud.pubSub.calls.filter((call) => call.includes(`/groups/visitors%3A${sessionId}/:send`));
    // The question with the new session, and the answer.
    await expect.poll(told).toHaveLength(3);
    await service.post('/api/chat', { sessionId, message: 'And now?' });
    // The state of the session is the same: only a message shows the news.
    await expect.poll(told).toHaveLength(5);
  });

  it('rotates the admin key in the vault, accepts it, and refuses admins while the vault fails', async () => {
    const rotated = await service.post('/api/ops/rotate-key', {});
    const { adminKey } = (await rotated.json()) as { adminKey: string };
    expect(rotated.status).toBe(200);
    expect((await service.get('/api/sessions', { accept: 'application/json' })).status).toBe(401);
    const headers = { authorization: `Bearer ${adminKey}` };
    const listed = await service.get('/api/sessions?limit=1', headers);
    expect(await listed.json()).toMatchObject({
      sessions: [{ status: 'open' }],
      nextCursor: expect.any(String),
    });
  });

  it('writes only items, and never creates a database or a container', () => {
    const asked = cloud.cosmos.requests.map(({ kind, container }) => `${kind} ${container}`);
    expect(asked).toContain('batch conversations');
    expect(asked.filter((one) => one.startsWith('management'))).toEqual([]);
  });

  it('authenticates to every service with the managed identity', () => {
    const asked = new Set(cloud.identity.resources);
    // Telemetry starts a while after the first reply.
    asked.delete('https://monitor.azure.com');
    expect(asked).toEqual(
      new Set([
        cloud.cosmos.endpoint,
        'https://webpubsub.azure.com',
        'https://cognitiveservices.azure.com',
        VAULT_RESOURCE,
      ]),
    );
  });
});
