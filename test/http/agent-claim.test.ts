import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ClaimReply, CloseReply, ReleaseReply } from '../../src/desk/wire/agent.ts';
import { startAgentService, type TestAgent } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { refusedWith } from '../support/refusal.ts';

describe('claiming, closing and releasing', () => {
  const desk = sharedFixture(() => startAgentService());
  const mia = sharedFixture(() => desk.agent('Mia'));
  const lee = sharedFixture(() => desk.agent('Lee'));

  const act = (agent: TestAgent, sessionId: string, action: string, body?: unknown) =>
    agent.post(`/api/agent/sessions/${sessionId}/${action}`, body);

  test.each(['open', 'human_requested'] as const)('an agent claims a session that is %s', async (state) => {
    const sessionId = await desk.conversation(state);
    const { status, body } = await act(mia, sessionId, 'claim');
    expect(status).toBe(200);
    expect(ClaimReply.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      session: { sessionId, status: 'claimed', claimedBy: mia.oid, claimedByName: 'Mia' },
    });
    expect(body).not.toHaveProperty('alreadyClaimed');
    expect(body).not.toHaveProperty('quotaStatus');
  });

  test('an unknown session is answered with 404, and an invalid id with 400', async () => {
    expect(await act(mia, randomUUID(), 'claim')).toMatchObject(refusedWith(404, 'session-not-found'));
    expect(await act(mia, 'nonsense', 'claim')).toMatchObject(refusedWith(400, 'validation-failed'));
  });

  test('an upper-case session id is treated like the lower-case one', async () => {
    const sessionId = await desk.conversation();
    expect(await act(mia, sessionId.toUpperCase(), 'claim')).toMatchObject({
      status: 200,
      body: { session: { sessionId } },
    });
  });

  test('a session that another agent has claimed is answered with 409 and the name of that agent', async () => {
    const sessionId = await desk.conversation();
    await act(mia, sessionId, 'claim');
    expect(await act(lee, sessionId, 'claim')).toMatchObject({
      status: 409,
      body: { error: 'already-claimed', claimedBy: mia.oid, claimedByName: 'Mia' },
    });
  });

  test('a repeated claim changes nothing and returns alreadyClaimed', async () => {
    const sessionId = await desk.conversation();
    const first = ClaimReply.parse((await act(mia, sessionId, 'claim')).body);
    const again = await act(mia, sessionId, 'claim');
    expect(again).toMatchObject({ status: 200, body: { session: first.session, alreadyClaimed: true } });
  });

  test('the agent who has claimed a session closes it, and a repeated close returns alreadyClosed', async () => {
    const sessionId = await desk.conversation();
    await act(mia, sessionId, 'claim');
    const closed = await act(mia, sessionId, 'close');
    expect(closed.status).toBe(200);
    expect(CloseReply.parse(closed.body).session).toMatchObject({ status: 'closed', claimedBy: mia.oid });
    expect(closed.body).not.toHaveProperty('alreadyClosed');
    expect(await act(mia, sessionId, 'close')).toMatchObject({
      status: 200,
      body: { session: { status: 'closed' }, alreadyClosed: true },
    });
    expect(await act(lee, sessionId, 'close')).toMatchObject(refusedWith(403, 'not-session-owner'));
  });

  test('a released session waits for an agent again, and any agent can claim it', async () => {
    const sessionId = await desk.conversation();
    await act(mia, sessionId, 'claim');
    const released = await act(mia, sessionId, 'release');
    expect(released.status).toBe(200);
    const { session } = ReleaseReply.parse(released.body);
    expect(session.status).toBe('human_requested');
    expect(session).not.toHaveProperty('claimedBy');
    expect(session).not.toHaveProperty('claimedByName');
    expect(await act(lee, sessionId, 'claim')).toMatchObject({ status: 200 });
  });

  test.each(['message', 'close', 'release', 'claim'])(
    'the endpoint "%s" answers 404 for an unknown session',
    async (action) => {
      expect(await act(mia, randomUUID(), action, { content: 'Hi' })).toMatchObject(
        refusedWith(404, 'session-not-found'),
      );
    },
  );

  test('an agent without a display name is shown as "Agent" instead of an e-mail address', async () => {
    const sessionId = await desk.conversation();
    const nameless = desk.agent('Nameless', { name: undefined });
    await act(nameless, sessionId, 'claim');
    expect(await nameless.get(`/api/agent/sessions/${sessionId}`)).toMatchObject({
      body: { session: { claimedBy: nameless.oid, claimedByName: 'Agent' } },
    });
  });
});
