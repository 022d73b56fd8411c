import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { SearchBasis } from '../../src/domain/records/message.ts';
import { Transcript } from '../../src/wire/admin.ts';
import { AgentMessagesReply } from '../../src/wire/agent.ts';
import { startAgentService } from '../support/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { HOSTS } from '../support/service.ts';

const BASIS: SearchBasis = {
  queries: ['canary query'],
  sections: [
    { heading: 'Canary › Returns', fit: 0.83, cited: true },
    { heading: 'Canary › Hours', fit: 0.2 },
  ],
};
const USAGE = { inputTokens: 900, outputTokens: 80, cachedInputTokens: 0 };

describe.each(HOSTS)('how an answer came about, on the %s host', (host) => {
  const desk = sharedFixture(() => startAgentService({ host }));

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

  test('is never in what a visitor receives', async () => {
    const { seen } = await answered();
    expect(seen).toContain('Within 30 days [1].');
    expect(seen).not.toMatch(/canary|basis/i);
  });

  test('is kept with the answer, with what it used, for admins and agents', async () => {
    const { sessionId } = await answered();
    const basis = { ...BASIS, model: 'gpt-5.6-luna', inputTokens: 900, outputTokens: 80, cost: 0.000276 };
    const admins = await desk.service.get(`/api/sessions/${sessionId}/transcript`);
    const { messages } = Transcript.parse(await admins.json());
    expect(messages.map((message) => message.basis)).toEqual([undefined, basis, undefined, basis]);
    const { body } = await desk.agent('Mia').get(`/api/agent/sessions/${sessionId}/messages`);
    expect(AgentMessagesReply.parse(body).messages.at(-1)?.basis).toEqual(basis);
  });

  test('is absent where nothing was searched', async () => {
    const sessionId = randomUUID();
    desk.answerer.script({ deltas: ['Hello.'] });
    await desk.service.post('/api/chat', { sessionId, message: 'Hello' });
    const { body } = await desk.agent('Mia').get(`/api/agent/sessions/${sessionId}/messages`);
    expect(AgentMessagesReply.parse(body).messages.at(-1)).not.toHaveProperty('basis');
  });
});
