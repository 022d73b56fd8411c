import { describe, expect, test, vi } from 'vitest';
import { freshFixture } from '../support/fixtures.ts';
import { startAgentService } from '../support/service/agent-service.ts';

describe('an agent who no longer has a conversation', () => {
  const desk = freshFixture(() => startAgentService({ host: 'node' }));

  test.each(['transfer', 'release', 'close'])(
    'is removed from its real-time group by the action "%s"',
    async (how) => {
      const [mia, lee] = [desk.agent('Mia'), desk.agent('Lee')];
      await lee.get('/api/agent/me');
      const sessionId = await desk.conversation('human_requested');
      const leave = vi.spyOn(desk.service.services.realtime, 'leave');
      expect((await mia.post(`/api/agent/sessions/${sessionId}/claim`)).status).toBe(200);
      expect(leave).not.toHaveBeenCalled();
      const body = how === 'transfer' ? { oid: lee.oid } : undefined;
      expect((await mia.post(`/api/agent/sessions/${sessionId}/${how}`, body)).status).toBe(200);
      await expect.poll(() => leave.mock.calls).toEqual([[mia.oid, sessionId]]);
    },
  );
});
