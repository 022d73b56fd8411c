import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { OverviewReply, Transcript } from '../../src/admin/wire/admin.ts';
import { AgentSessionReply } from '../../src/desk/wire/agent.ts';
import { MessagesReply } from '../../src/chat/wire/visitor.ts';
import { startAgentService } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { refusedWith } from '../support/refusal.ts';

describe('the rating of a closed conversation', () => {
  const desk = sharedFixture(() => startAgentService({ settings: { PLAN_ID: 'growth' } }));
  const mia = sharedFixture(() => desk.agent('Mia'));

  async function closed(): Promise<string> {
    const sessionId = await desk.conversation('human_requested');
    await mia.post(`/api/agent/sessions/${sessionId}/claim`);
    await mia.post(`/api/agent/sessions/${sessionId}/close`);
    return sessionId;
  }
  const rate = (sessionId: string, body: Record<string, unknown>) =>
    desk.visitor('/api/rating', { sessionId, ...body });
  const get = async (path: string): Promise<unknown> => (await desk.service.get(path)).json();
  const overview = async () => OverviewReply.parse(await get('/api/overview?window=24h'));

  test('is stored, the last one counts, and the visitor is not asked again', async () => {
    const sessionId = await closed();
    const seen = async () => MessagesReply.parse(await get(`/api/messages?sessionId=${sessionId}`)).rated;
    expect(await seen()).toBe(false);
    expect(await rate(sessionId, { helpful: true, comment: ' Quick ' })).toMatchObject({ status: 204 });
    expect(await rate(sessionId, { helpful: false, comment: 'No, it broke again' })).toMatchObject({
      status: 204,
    });
    expect(await seen()).toBe(true);
    const { visitorRating } = await desk.service.session(sessionId);
    expect(visitorRating).toMatchObject({ helpful: false, comment: 'No, it broke again' });
    const { session } = AgentSessionReply.parse((await mia.get(`/api/agent/sessions/${sessionId}`)).body);
    expect(session.visitorRating).toEqual(visitorRating);
    expect(Transcript.parse(await get(`/api/sessions/${sessionId}/transcript`)).visitorRating).toEqual(
      visitorRating,
    );
    const shown = JSON.stringify([
      await get(`/api/messages?sessionId=${sessionId}`),
      (await mia.get('/api/agent/sessions')).body,
      await get('/api/sessions'),
    ]);
    expect(shown).not.toContain('broke again');
  });

  test('is counted in the overview, in total and for each agent', async () => {
    const before = (await overview()).current;
    const helped = [await closed(), await closed()];
    for (const sessionId of helped) await rate(sessionId, { helpful: true });
    await rate(await closed(), { helpful: false });
    const { visitsHelpful, visitsNotHelpful } = (await overview()).current;
    expect([visitsHelpful - before.visitsHelpful, visitsNotHelpful - before.visitsNotHelpful]).toEqual([
      2, 1,
    ]);
    await expect
      .poll(async () => (await overview()).agentRatings)
      .toEqual([{ oid: mia.oid, name: 'Mia', helpful: visitsHelpful, notHelpful: visitsNotHelpful }]);
  });

  test('is refused if the conversation is not closed or does not exist', async () => {
    const sessionId = await desk.conversation('human_requested');
    expect(await rate(sessionId, { helpful: true })).toMatchObject(refusedWith(409, 'session-not-closed'));
    expect(await rate(randomUUID(), { helpful: true })).toMatchObject({ status: 404 });
  });

  test.each([
    [{}],
    [{ helpful: 'yes' }],
    [{ helpful: true, comment: ' ' }],
    [{ helpful: true, comment: 'x'.repeat(501) }],
  ])('is refused with an invalid body: %j', async (body) => {
    expect(await rate(await closed(), body)).toMatchObject(refusedWith(400, 'validation-failed'));
  });
});
