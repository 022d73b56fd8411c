import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startChatCompletionsServer } from '../fakes/chat-completions-server.ts';
import { startCosmos, type CosmosServer } from '../fakes/cosmos-server.ts';
import { startIdentityEndpoint, type IdentityEndpoint } from '../fakes/identity-endpoint.ts';
import { startKeyVault, VAULT_RESOURCE, type KeyVaultServer } from '../fakes/key-vault-server.ts';
import { startWebPubSub, type WebPubSubServer } from '../fakes/web-pubsub-server.ts';
import { realClock } from '../support/real-clock.ts';
import { startService, type RunningService } from '../support/service.ts';

const TOKEN = 'token-of-the-managed-identity';
const HUB = 'chat';

describe('The product with every component of the cloud', () => {
  const closing: (() => Promise<void>)[] = [];
  let cosmos: CosmosServer;
  let vault: KeyVaultServer;
  let pubSub: WebPubSubServer;
  let identity: IdentityEndpoint;
  let service: RunningService;

  beforeAll(async () => {
    identity = await startIdentityEndpoint(() => TOKEN);
    for (const [variable, value] of Object.entries(identity.environment)) vi.stubEnv(variable, value);
    const model = await startChatCompletionsServer();
    cosmos = await startCosmos(realClock);
    vault = await startKeyVault(TOKEN);
    pubSub = await startWebPubSub(HUB, TOKEN, realClock);
    service = await startService({
      settings: {
        WEBSITE_INSTANCE_ID: 'instance',
        COSMOS_ENDPOINT: cosmos.endpoint,
        COSMOS_DATABASE: cosmos.database,
        KEY_VAULT_URL: vault.url,
        WEB_PUBSUB_ENDPOINT: pubSub.endpoint,
        WEB_PUBSUB_HUB: HUB,
        AZURE_OPENAI_ENDPOINT: model.url,
        AZURE_OPENAI_DEPLOYMENT: 'assistant',
      },
    });
    closing.push(service.close, model.close, cosmos.close, vault.close, pubSub.close, identity.close);
  });
  afterAll(async () => {
    for (const close of closing) await close();
    vi.unstubAllEnvs();
  });

  it('answers a visitor and keeps the conversation', async () => {
    const sessionId = randomUUID();
    const asked = await service.post('/api/chat', { sessionId, message: 'Where is my parcel?' });
    expect(asked.status).toBe(200);
    const listed = await service.get(`/api/messages?sessionId=${sessionId}`);
    expect(await listed.json()).toMatchObject({ messages: [{ role: 'visitor' }, { role: 'assistant' }] });
    expect(cosmos.container('conversations').partition(sessionId)).toHaveLength(3);
  });

  it('sends no query to the store for a turn', async () => {
    const sessionId = randomUUID();
    const turn = { sessionId, message: 'Hello' };
    await service.post('/api/chat', turn);
    const before = cosmos.requests.length;
    expect((await service.post('/api/chat', { ...turn, message: 'And now?' })).status).toBe(200);
    const asked = cosmos.requests.slice(before).map(({ kind, container }) => `${kind} ${container}`);
    expect(asked.filter((one) => one.startsWith('query'))).toEqual([]);
    expect(asked.filter((one) => one.endsWith('conversations'))).toEqual([
      'read conversations',
      'batch conversations',
      'batch conversations',
    ]);
  });

  it('connects a visitor to the real-time service, and chats on without it', async () => {
    const sessionId = randomUUID();
    const negotiated = await service.post('/api/negotiate', { sessionId });
    expect(await negotiated.json()).toMatchObject({ url: expect.stringMatching(/^wss:/) });
    pubSub.fault = { status: 503 };
    expect((await service.post('/api/negotiate', { sessionId })).status).toBe(503);
    expect((await service.post('/api/chat', { sessionId, message: 'Anybody?' })).status).toBe(200);
    pubSub.fault = undefined;
  });

  it('rotates the admin key into the vault, opens for it, and stays closed while the vault fails', async () => {
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

  it('answers 503 while the store is away, and needs no restart', async () => {
    cosmos.faults.plan({}, { status: 403, substatus: 5300 }, 1_000);
    const refused = await service.post('/api/chat', { sessionId: randomUUID(), message: 'Hello' });
    expect([refused.status, await refused.json()]).toMatchObject([503, { error: 'store-unavailable' }]);
    cosmos.faults.clear();
    const again = await service.post('/api/chat', { sessionId: randomUUID(), message: 'Hello' });
    expect(again.status).toBe(200);
  });

  it('reaches everything as the managed identity', () => {
    expect(new Set(identity.resources)).toEqual(
      new Set([
        cosmos.endpoint,
        'https://webpubsub.azure.com',
        'https://cognitiveservices.azure.com',
        VAULT_RESOURCE,
      ]),
    );
  });
});
