import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readSse } from '../support/clients/sse-reader.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startAgentService } from '../support/service/agent-service.ts';

const desk = sharedFixture(() => startAgentService());

/** The form of a message for the first script of the widget; others are not shown. */
const MESSAGE = {
  id: expect.stringMatching(/./),
  role: expect.stringMatching(/./),
  content: expect.stringMatching(/./),
  seq: expect.toSatisfy(Number.isInteger),
};

/** The body that the first script sends a message with. */
const question = (sessionId: string, message: string) => ({
  message,
  sessionId,
  clientMessageId: randomUUID(),
  pageUrl: 'https://shop.example/cart',
  locale: 'en-GB',
});

/** Sites pin a version of the script: its requests stay valid, and its answers keep what it reads. */
test('the script of the first release still works with the service', async () => {
  const { service } = desk;
  const sessionId = randomUUID();
  const read = async (after: number) => {
    const response = await service.get(`/api/messages?sessionId=${sessionId}&after=${after}`);
    return [response.status, response.ok ? await response.json() : undefined];
  };
  // It forgets a conversation that is not there.
  expect(await read(0)).toEqual([404, undefined]);

  const asked = question(sessionId, 'Where is my parcel?');
  const heard = new Map<string, unknown>();
  for await (const { event, data } of readSse(await service.post('/api/chat/stream', asked))) {
    heard.set(event, data);
  }
  expect(heard.get('session')).toMatchObject({ message: { ...MESSAGE, id: asked.clientMessageId, seq: 1 } });
  expect(heard.get('delta')).toMatchObject({ content: expect.stringMatching(/./) });
  expect(heard.get('complete')).toMatchObject({ status: 'open', reply: { ...MESSAGE, role: 'assistant' } });

  expect(await read(1)).toMatchObject([200, { status: 'open', messages: [{ ...MESSAGE, seq: 2 }] }]);
  const { reply } = heard.get('complete') as { reply: { id: string } };
  for (const rating of ['up', 'down', null]) {
    const rated = await service.post('/api/feedback', { sessionId, messageId: reply.id, rating });
    expect(rated.status).toBe(204);
  }
  const handoff = await service.post('/api/handoff', { sessionId });
  expect([handoff.status, await handoff.json()]).toMatchObject([200, { status: 'human_requested' }]);
  const connection = await service.post('/api/negotiate', { sessionId });
  expect([connection.status, await connection.json()]).toMatchObject([
    200,
    { url: expect.stringMatching(/^wss?:/) },
  ]);

  const ann = desk.agent('Ann');
  await ann.post(`/api/agent/sessions/${sessionId}/claim`);
  await ann.post(`/api/agent/sessions/${sessionId}/message`, { content: 'It is on its way.' });
  expect(await read(2)).toMatchObject([200, { status: 'claimed', agent: { name: 'Ann' } }]);
  const queued = await service.post('/api/chat/stream', question(sessionId, 'Thank you'));
  expect([queued.status, await queued.json()]).toMatchObject([202, { status: 'claimed', message: MESSAGE }]);
  await ann.post(`/api/agent/sessions/${sessionId}/close`);
  expect((await service.post('/api/chat/stream', question(sessionId, 'One more'))).status).toBe(409);
});
