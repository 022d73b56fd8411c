import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { AgentMessageReply } from '../../src/desk/wire/agent.ts';
import { MessagesReply } from '../../src/chat/wire/visitor.ts';
import { startCloud } from '../fakes/cloud.ts';
import { startTokenIssuer } from '../support/servers/agent-tokens.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startProcess, type ServiceProcess } from '../support/service/process.ts';
import { connectSocket, type RawSocket } from '../support/clients/raw-socket.ts';

// An instance stores a message before it publishes it. Real-time events are hints: where the instance is
// killed between the two, clients notice by the next number and read the store.
const Negotiated = z.object({ url: z.string() });
const Said = z.object({
  data: z.object({ type: z.literal('message'), message: z.object({ seq: z.int(), content: z.string() }) }),
});

const cloud = freshFixture(() => startCloud());
const issuer = freshFixture(() => startTokenIssuer());

const start = () =>
  startProcess({
    ...cloud.settings,
    ...cloud.worker,
    ...issuer.settings,
  });

async function asAgent(instance: ServiceProcess, path: string, body: object): Promise<Response> {
  return instance.post(path, body, { authorization: `Bearer ${await issuer.token()}` });
}

async function connected(instance: ServiceProcess, sessionId: string): Promise<RawSocket> {
  const response = await instance.post('/api/negotiate', { sessionId });
  const socket = await connectSocket(Negotiated.parse(await response.json()).url);
  await socket.next();
  return socket;
}

/** The next message that a visitor hears. */
async function nextMessage(socket: RawSocket): Promise<{ seq: number; content: string }> {
  for (;;) {
    const { data, success } = Said.safeParse(await socket.next());
    if (success) return data.data.message;
  }
}

test(
  'a message whose instance crashes before publishing it is read from the store, once and in order',
  { timeout: 180_000 },
  async () => {
    const sessionId = randomUUID();
    const path = `/api/agent/sessions/${sessionId}`;
    const first = await start();
    await first.post('/api/chat', { sessionId, message: 'Hello' });
    expect((await asAgent(first, `${path}/claim`, {})).status).toBe(200);
    const visitor = await connected(first, sessionId);
    const before = AgentMessageReply.parse(
      await (await asAgent(first, `${path}/message`, { content: 'Published' })).json(),
    );
    expect(await nextMessage(visitor)).toMatchObject({ content: 'Published' });

    cloud.pubSub.fault = 'hang';
    const lost = { content: 'Stored, not published', clientMessageId: randomUUID() };
    // The answer follows the commit and does not wait for real time.
    expect((await asAgent(first, `${path}/message`, lost)).status).toBe(200);
    first.signal('SIGKILL');
    await first.ended;
    cloud.pubSub.fault = undefined;

    const next = await start();
    // A client that has not heard the answer repeats its message.
    const repeated = await asAgent(next, `${path}/message`, lost);
    expect(repeated.status).toBe(200);
    const { message } = AgentMessageReply.parse(await repeated.json());
    expect(message.seq).toBe(before.message.seq + 1);
    expect((await asAgent(next, `${path}/message`, { content: 'Later' })).status).toBe(200);
    expect(await nextMessage(visitor)).toEqual({ seq: message.seq + 1, content: 'Later' });
    const reply = await fetch(
      `${next.origin}/api/messages?sessionId=${sessionId}&after=${before.message.seq}`,
    );
    const { messages } = MessagesReply.parse(await reply.json());
    expect(messages.map(({ seq, content }) => ({ seq, content }))).toEqual([
      { seq: message.seq, content: lost.content },
      { seq: message.seq + 1, content: 'Later' },
    ]);
    visitor.socket.terminate();
    next.signal('SIGTERM');
    await next.ended;
  },
);
