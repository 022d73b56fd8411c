import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { connectAgent, connectVisitor } from '../support/clients/realtime-client.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { refusedWith } from '../support/refusal.ts';
import { startAgentService } from '../support/service/agent-service.ts';

const desk = sharedFixture(() => startAgentService());
const mia = sharedFixture(() => desk.agent('Mia'));

describe('what an agent does in a conversation', () => {
  test.each(['viewing', 'writing', 'left'])(
    'is sent to the other agents and not to the visitor: %s',
    async (activity) => {
      const sessionId = await desk.conversation('human_requested');
      const lee = await connectAgent(desk.agent('Lee'));
      const visitor = await connectVisitor(desk, sessionId);
      const told = await mia.post(`/api/agent/sessions/${sessionId}/presence`, { activity });
      expect(told).toMatchObject({ status: 204 });
      const event = { type: 'presence', sessionId, agent: { oid: mia.oid, name: 'Mia' }, activity };
      await expect.poll(() => lee.fromServer).toContainEqual(event);
      await mia.post(`/api/agent/sessions/${sessionId}/claim`);
      await expect.poll(() => visitor.fromServer).not.toHaveLength(0);
      expect(JSON.stringify(visitor.fromServer)).not.toContain('presence');
      await lee.stop();
      await visitor.stop();
    },
  );

  test('does not show an agent’s e-mail address as the name', async () => {
    const lee = await connectAgent(desk.agent('Lee'));
    const sessionId = randomUUID();
    const other = desk.agent('ana@example.com');
    await other.post(`/api/agent/sessions/${sessionId}/presence`, { activity: 'viewing' });
    const agent = { oid: other.oid, name: 'Agent' };
    await expect.poll(() => lee.fromServer).toContainEqual(expect.objectContaining({ sessionId, agent }));
    await lee.stop();
  });

  test.each([{}, { activity: 'away' }])('is refused with 400 if it is unknown: %j', async (body) => {
    const answered = await mia.post(`/api/agent/sessions/${randomUUID()}/presence`, body);
    expect(answered).toMatchObject(refusedWith(400, 'validation-failed'));
  });
});
