import { describe, expect, test } from 'vitest';
import { NextReply, UrgentReply } from '../../src/desk/wire/agent.ts';
import { startAgentService } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';

describe('claiming the next conversation', () => {
  const desk = sharedFixture(() =>
    startAgentService({ settings: { PLAN_ID: 'growth', AGENT_CONVERSATION_LIMIT: '3' } }),
  );
  const mia = sharedFixture(() => desk.agent('Mia'));
  const lee = sharedFixture(() => desk.agent('Lee'));
  const kim = sharedFixture(() => desk.agent('Kim'));

  const next = (agent: typeof mia) => agent.post('/api/agent/next');
  const mark = (sessionId: string, urgent: boolean) =>
    lee.put(`/api/agent/sessions/${sessionId}/urgent`, { urgent });

  test('an urgent conversation is claimed first, then the one that has waited longest', async () => {
    const first = await desk.conversation('human_requested');
    const second = await desk.conversation('human_requested');
    const marked = await mark(second, true);
    expect(UrgentReply.parse(marked.body)).toMatchObject({ session: { sessionId: second, urgent: true } });
    const { status, body } = await next(mia);
    expect(status).toBe(200);
    expect(NextReply.parse(body)).toEqual(body);
    expect(body).toMatchObject({ session: { sessionId: second, status: 'claimed', claimedBy: mia.oid } });
    expect(await next(mia)).toMatchObject({ body: { session: { sessionId: first } } });
  });

  test('an agent at the limit gets no next conversation, but can claim a specific one', async () => {
    const waiting = [];
    for (let count = 0; count < 3; count += 1) waiting.push(await desk.conversation('human_requested'));
    expect(await next(mia)).toMatchObject({ status: 200 });
    const refused = await next(mia);
    expect(refused).toMatchObject({ status: 409, body: { error: 'conversation-limit', limit: 3 } });
    const claimed = await mia.post(`/api/agent/sessions/${waiting[1] ?? ''}/claim`);
    expect(claimed).toMatchObject({ status: 200, body: { session: { claimedBy: mia.oid } } });
    expect(await next(lee)).toMatchObject({ body: { session: { sessionId: waiting[2] } } });
  });

  test('two agents who ask concurrently get different conversations', async () => {
    const waiting = [await desk.conversation('human_requested'), await desk.conversation('human_requested')];
    const taken = (await Promise.all([next(lee), next(kim)])).map(
      ({ body }) => NextReply.parse(body).session?.sessionId,
    );
    expect(taken.sort()).toEqual(waiting.sort());
  });

  test('the visitor does not see that a conversation is marked as urgent', async () => {
    const sessionId = await desk.conversation('human_requested');
    await mark(sessionId, true);
    const seen = await fetch(`${desk.service.origin}/api/messages?sessionId=${sessionId}`);
    expect(await seen.text()).not.toContain('urgent');
  });
});
