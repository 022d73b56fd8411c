import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { OverviewReply, Transcript } from '../../src/admin/wire/admin.ts';
import { AgentSessionReply, AgentSessionsReply, LeftMessageReply } from '../../src/desk/wire/agent.ts';
import { HOUR_MS, startAgentService } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { refusedWith } from '../support/refusal.ts';

const ADDRESS = 'vera@example.com';

describe('a message that was left, for agents', () => {
  const desk = sharedFixture(() => startAgentService({ settings: { PLAN_ID: 'growth' } }));
  const mia = sharedFixture(() => desk.agent('Mia'));
  const lee = sharedFixture(() => desk.agent('Lee'));

  async function leave(more: Record<string, unknown> = {}): Promise<string> {
    const sessionId = randomUUID();
    const body = { sessionId, email: ADDRESS, message: 'Do you ship?', consent: true, ...more };
    expect(await desk.visitor('/api/contact', body)).toMatchObject({ status: 200 });
    return sessionId;
  }
  const path = (sessionId: string, rest = '') => `/api/agent/sessions/${sessionId}${rest}`;
  const claim = (sessionId: string) => mia.post(path(sessionId, '/claim'));
  const mark = (sessionId: string, answered: boolean, agent = mia) =>
    agent.put(path(sessionId, '/left-message'), { answered });

  test('is marked in the list, and only the conversation shows the address', async () => {
    const sessionId = await leave({ phone: '+49 30 1234567', name: 'Vera' });
    const list = await lee.get('/api/agent/sessions?status=human_requested');
    const { sessions } = AgentSessionsReply.parse(list.body);
    const leftAt = expect.any(String) as string;
    expect(sessions.find((one) => one.sessionId === sessionId)?.leftMessage).toEqual({ leftAt });
    expect(JSON.stringify(sessions)).not.toContain(ADDRESS);
    const { session } = AgentSessionReply.parse((await lee.get(path(sessionId))).body);
    expect(session.contact).toEqual({ email: ADDRESS, phone: '+49 30 1234567', name: 'Vera', leftAt });
  });

  test('can be marked as answered or unanswered only by the agent who has claimed it, also after it is closed', async () => {
    const sessionId = await leave();
    expect(await mark(sessionId, true)).toMatchObject(refusedWith(403, 'not-session-owner'));
    await claim(sessionId);
    expect(await mark(sessionId, true, lee)).toMatchObject({ status: 403 });
    const { session } = LeftMessageReply.parse((await mark(sessionId, true)).body);
    expect(session.leftMessage).toEqual({
      leftAt: session.leftMessage?.leftAt,
      answeredAt: session.updatedAt,
    });
    expect(LeftMessageReply.parse((await mark(sessionId, true)).body)).toEqual({ session });
    await mia.post(path(sessionId, '/close'));
    const back = LeftMessageReply.parse((await mark(sessionId, false)).body);
    expect(back.session.leftMessage).toEqual({ leftAt: session.leftMessage?.leftAt });
    expect(await desk.visitor('/api/contact', { sessionId, email: ADDRESS, consent: true })).toMatchObject(
      refusedWith(409, 'session-closed'),
    );
  });

  test('is deleted and exported with its conversation', async () => {
    const sessionId = await leave({ email: 'gone@example.com' });
    const exported = async () => await (await desk.service.get('/api/sessions/export.ndjson')).text();
    expect(await exported()).toContain('gone@example.com');
    const url = `${desk.service.origin}/api/sessions/${sessionId}`;
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(204);
    expect(await exported()).not.toContain('gone@example.com');
    expect((await lee.get(path(sessionId))).status).toBe(404);
    expect((await desk.service.get(`/api/messages?sessionId=${sessionId}`)).status).toBe(404);
  });

  test('has its address in the transcript, which no search finds', async () => {
    const sessionId = await leave({ email: 'findme@unheard-of.example' });
    const response = await desk.service.get(`/api/sessions/${sessionId}/transcript`);
    expect(Transcript.parse(await response.json()).contact).toMatchObject({
      email: 'findme@unheard-of.example',
    });
    for (const q of ['findme', 'unheard', 'findme@unheard-of.example']) {
      const found = await desk.service.get(`/api/sessions/search?q=${encodeURIComponent(q)}`);
      expect(await found.json()).toMatchObject({ results: [] });
    }
  });
});

test('the reply time of left messages is a separate figure from first replies', async () => {
  const desk = await startAgentService();
  try {
    const mia = desk.agent('Mia');
    const sessionId = randomUUID();
    await desk.visitor('/api/contact', { sessionId, email: ADDRESS, message: 'Hi', consent: true });
    desk.clock.advance(5 * HOUR_MS);
    await mia.post(`/api/agent/sessions/${sessionId}/claim`);
    await mia.post(`/api/agent/sessions/${sessionId}/message`, { content: 'Hello' });
    const figures = async () =>
      OverviewReply.parse(await (await desk.service.get('/api/overview?window=24h')).json()).current;
    expect(await figures()).toMatchObject({
      medianLeftAnswerSeconds: 8 * 3600,
      medianFirstReplySeconds: null,
      handoffs: 1,
      conversations: 1,
    });
    await mia.put(`/api/agent/sessions/${sessionId}/left-message`, { answered: false });
    expect(await figures()).toMatchObject({ medianLeftAnswerSeconds: null });
  } finally {
    await desk.close();
  }
});
