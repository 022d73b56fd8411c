import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SearchBasis } from '../../src/conversations/records/message.ts';
import { Transcript } from '../../src/admin/wire/admin.ts';
import { ChatReply } from '../../src/chat/wire/visitor.ts';
import { AgentMessagesReply } from '../../src/desk/wire/agent.ts';
import { startAgentService } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';

const PRODUCT = join(import.meta.dirname, '../../bench/answers/product');

const BASIS: SearchBasis = {
  queries: ['canary query'],
  sections: [
    { heading: 'Canary › Returns', fit: 0.83, cited: true },
    { heading: 'Canary › Hours', fit: 0.2 },
  ],
};
const USAGE = { inputTokens: 900, outputTokens: 80, cachedInputTokens: 0 };

describe('the basis of an answer', () => {
  const desk = sharedFixture(() => startAgentService({ settings: { KNOWLEDGE_DIR: PRODUCT } }));

  async function answered(): Promise<{ sessionId: string; seen: string }> {
    const sessionId = randomUUID();
    desk.answerer.script({
      deltas: ['Within 30 days [1].'],
      result: { usage: USAGE, model: 'gpt-5.6-luna', sources: [{ title: 'Returns' }], basis: BASIS },
    });
    const whole = await desk.service.post('/api/chat', { sessionId, message: 'How?' });
    const streamed = await desk.service.post('/api/chat/stream', { sessionId, message: 'Again?' });
    const listed = await desk.service.get(`/api/messages?sessionId=${sessionId}`);
    const seen = (await Promise.all([whole, streamed, listed].map((reply) => reply.text()))).join('\n');
    return { sessionId, seen };
  }

  test('is never sent to a visitor', async () => {
    const { seen } = await answered();
    expect(seen).toContain('Within 30 days [1].');
    expect(seen).not.toMatch(/canary|basis/i);
  });

  test('is shown to admins and agents with the answer, with its tokens and cost', async () => {
    const { sessionId } = await answered();
    const basis = { ...BASIS, model: 'gpt-5.6-luna', inputTokens: 900, outputTokens: 80, cost: 0.000276 };
    const admins = await desk.service.get(`/api/sessions/${sessionId}/transcript`);
    const { messages } = Transcript.parse(await admins.json());
    expect(messages.map((message) => message.basis)).toEqual([undefined, basis, undefined, basis]);
    const { body } = await desk.agent('Mia').get(`/api/agent/sessions/${sessionId}/messages`);
    expect(AgentMessagesReply.parse(body).messages.at(-1)?.basis).toEqual(basis);
  });

  test('gives access to the cited passage, only in its own conversation', async () => {
    const sessionId = randomUUID();
    const source = { title: 'What is the admin key?' };
    const heading = `The dashboard and the admin key › ${source.title}`;
    desk.answerer.script({
      deltas: ['One secret [1].'],
      result: {
        usage: USAGE,
        model: 'm',
        sources: [source, { title: 'Canary' }],
        basis: {
          queries: [],
          sections: [
            { heading, cited: true },
            { heading: 'Canary', cited: true },
          ],
        },
      },
    });
    const asked = await desk.service.post('/api/chat', { sessionId, message: 'What is it?' });
    const { reply, message } = ChatReply.parse(await asked.json());
    const read = async (fields: object) => {
      const response = await desk.service.post('/api/source', {
        sessionId,
        messageId: reply.id,
        number: 1,
        ...fields,
      });
      return [response.status, await response.json()] as const;
    };
    expect(await read({})).toEqual([
      200,
      { ...source, passage: expect.stringMatching(/^One shared secret of 48 characters/) as unknown },
    ]);
    expect(await read({ number: 2 })).toEqual([200, { title: 'Canary' }]);
    const refused = [400, expect.objectContaining({ error: 'validation-failed' })];
    expect(await read({ number: 3 })).toEqual(refused);
    expect(await read({ messageId: message.id })).toEqual(refused);
    expect(await read({ messageId: randomUUID() })).toEqual(refused);
    const other = randomUUID();
    expect((await read({ sessionId: other }))[0]).toBe(404);
    desk.answerer.script({ deltas: ['Hello.'] });
    await desk.service.post('/api/chat', { sessionId: other, message: 'Hello' });
    expect(await read({ sessionId: other })).toEqual(refused);
  });

  test('is missing if the assistant did not search', async () => {
    const sessionId = randomUUID();
    desk.answerer.script({ deltas: ['Hello.'] });
    await desk.service.post('/api/chat', { sessionId, message: 'Hello' });
    const { body } = await desk.agent('Mia').get(`/api/agent/sessions/${sessionId}/messages`);
    expect(AgentMessagesReply.parse(body).messages.at(-1)).not.toHaveProperty('basis');
  });
});
