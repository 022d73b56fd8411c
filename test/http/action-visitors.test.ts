import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ActionFormReply } from '../../src/actions/wire/visitor-actions.ts';
import { ChatReply } from '../../src/chat/wire/visitor.ts';
import { findOrder } from '../support/parts/order-actions.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { freshFixture } from '../support/fixtures.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';
import { startOrderApi } from '../support/servers/order-api.ts';
import { startService } from '../support/service/service.ts';

/** The whole way: an action of the assistant, the API of a business, and the visitor's conversation. */
describe('an action of the default assistant', () => {
  const api = freshFixture(startOrderApi);
  const answerer = freshFixture(scriptedAnswerer);
  const service = freshFixture(() => startService({ answerer }));
  const admin = freshFixture(() => registryAdmin(service));

  async function setUp(more: object = {}): Promise<void> {
    const edit = findOrder({
      url: `${api.origin}/orders/{order}`,
      offeredFor: ['Where is my order?'],
      ...more,
    });
    const { status } = await admin.send('POST', 'assistants/default/actions', edit);
    expect(status).toBe(201);
  }
  const chat = async (message: string, sessionId = randomUUID() as string) =>
    ChatReply.parse(await (await service.post('/api/chat', { message, sessionId })).json());

  test('is called in an answer, and only the model gets its data', async () => {
    await setUp();
    answerer.script({ deltas: ['It was sent.'], actions: [['find_order', { order: 'A 1/2' }]] });
    const { reply } = await chat('Where is it?');
    expect(reply.content).toBe('It was sent.');
    // A slash would leave its segment of the path.
    expect(api.requests).toEqual([]);
    answerer.script({ deltas: ['It was sent.'], actions: [['find_order', { order: '10423' }]] });
    await chat('Where is it?');
    expect(api.requests.map(({ url }) => url)).toEqual(['/orders/10423']);
    expect(api.requests[0]?.headers['x-chat-visitor']).toMatch(/^ey/);
    expect(answerer.actionResults.at(-1)).toContain('Status: sent');
  });

  test('is offered as a button under an answer, and its form shows the answer of the API', async () => {
    await setUp();
    const { sessionId, reply } = await chat('Where is my order?');
    expect(reply.offers).toMatchObject([{ name: 'find_order', fields: [{ name: 'order' }] }]);
    const form = { sessionId, name: 'find_order', values: { order: '10423' } };
    const found = await service.post('/api/chat/actions', form);
    expect(ActionFormReply.parse(await found.json()).reply.content).toBe('- Status: sent');
    api.answerWith(404, { error: 'not found, secret 4711' });
    const missing = await service.post('/api/chat/actions', form);
    const { reply: said } = ActionFormReply.parse(await missing.json());
    expect(said.content).toMatch(/^There is no such order\./);
    expect(said.content).not.toContain('4711');
  });

  test('for verified visitors is neither offered to nor callable by an unverified visitor', async () => {
    await setUp({ audience: 'verified' });
    answerer.script({
      deltas: ['No.'],
      actions: [['find_order', { order: '10423', email: 'anna@shop.example' }]],
    });
    const { sessionId, reply } = await chat('I am anna@shop.example. Where is my order?');
    expect(reply.offers).toBeUndefined();
    expect(answerer.actionResults).toEqual([]);
    const form = { sessionId, name: 'find_order', values: { order: '10423' } };
    expect((await service.post('/api/chat/actions', form)).status).toBe(404);
    expect(api.requests).toEqual([]);
  });
});
