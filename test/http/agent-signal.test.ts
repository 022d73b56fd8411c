import { beforeEach, describe, expect, test } from 'vitest';
import { startAgentService, type TestAgent } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { connectVisitor, type RealtimeClient } from '../support/clients/realtime-client.ts';
import { refusedWith } from '../support/refusal.ts';

describe('typing and seen signals of an agent', () => {
  let sessionId: string;
  let visitorHears: RealtimeClient;

  const desk = sharedFixture(() => startAgentService());
  const mia = sharedFixture(() => desk.agent('Mia'));
  beforeEach(async () => {
    sessionId = await desk.conversation('human_requested');
    visitorHears = await connectVisitor(desk, sessionId);
    return () => visitorHears.stop();
  });

  const signal = (agent: TestAgent, body: unknown) =>
    agent.post(`/api/agent/sessions/${sessionId}/signal`, body);

  test.each([{ type: 'typing' }, { type: 'seen', seq: 2 }])(
    'the server sends the signal to the visitor without the agent’s identity: %j',
    async (sent) => {
      await mia.post(`/api/agent/sessions/${sessionId}/claim`);
      expect(await signal(mia, sent)).toMatchObject({ status: 204, body: undefined });
      await expect.poll(() => visitorHears.fromServer).toContainEqual({ ...sent, sessionId, from: 'agent' });
      expect(JSON.stringify([visitorHears.fromServer, visitorHears.fromGroups])).not.toContain(mia.oid);
    },
  );

  test('a signal is accepted only from the agent who has claimed the conversation', async () => {
    expect(await signal(mia, { type: 'typing' })).toMatchObject(refusedWith(403, 'not-session-owner'));
    await mia.post(`/api/agent/sessions/${sessionId}/claim`);
    expect(await signal(desk.agent('Lee'), { type: 'typing' })).toMatchObject({ status: 403 });
  });

  test('a signal in a closed conversation is refused with 409', async () => {
    await mia.post(`/api/agent/sessions/${sessionId}/claim`);
    await mia.post(`/api/agent/sessions/${sessionId}/close`);
    expect(await signal(mia, { type: 'typing' })).toMatchObject(refusedWith(409, 'session-closed'));
  });
});
