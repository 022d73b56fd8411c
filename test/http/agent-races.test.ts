import { describe, expect, test } from 'vitest';
import { ClaimReply, PlanStatus } from '../../src/desk/wire/agent.ts';
import { DAY_MS, startAgentService, type AgentService } from '../support/service/agent-service.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startService, type RunningService } from '../support/service/service.ts';

const NAMES = Array.from({ length: 60 }, (_, index) => `Agent ${index}`);

/** Two instances of one deployment: they share nothing but the store. */
describe('agents who act at the same time on two instances', () => {
  const desk = freshFixture(() => startAgentService());
  const second = freshFixture(() => anotherInstance(desk));

  /** Every other agent is served by the other instance. */
  async function claim(sessionId: string, name: string, index: number) {
    const { origin } = index % 2 === 0 ? desk.service : second;
    const response = await fetch(`${origin}/api/agent/sessions/${sessionId}/claim`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await desk.agent(name).token()}` },
    });
    return { name, status: response.status, body: await response.json() };
  }

  const plan = async () => PlanStatus.parse(await (await desk.service.get('/api/plan')).json());

  test('exactly one of 60 agents claims a session concurrently, and the others use no seat', async () => {
    const sessionId = await desk.conversation('human_requested');
    const outcomes = await Promise.all(NAMES.map((name, index) => claim(sessionId, name, index)));
    const [winner, ...others] = outcomes.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    expect(ClaimReply.parse(winner?.body)).toMatchObject({ session: { claimedByName: winner?.name } });
    expect(winner?.body).not.toHaveProperty('quotaStatus');
    for (const { status, body, name } of outcomes) {
      if (name === winner?.name) continue;
      expect({ status, body }).toMatchObject({
        status: 409,
        body: { error: 'already-claimed', claimedByName: winner?.name },
      });
    }
    expect(await plan()).toMatchObject({ seatsUsed: 1, exceeded: false });
  });

  test('after the grace period new agents cannot claim, even concurrently, and a seat holder can', async () => {
    for (const name of ['Mia', 'Lee', 'Kim']) await claim(await desk.conversation(), name, 0);
    desk.clock.advance(14 * DAY_MS);
    const sessionId = await desk.conversation();
    const outcomes = await Promise.all(
      [...NAMES.slice(0, 20), 'Kim'].map((name, index) => claim(sessionId, name, index)),
    );
    expect(outcomes.filter(({ status }) => status === 200).map(({ name }) => name)).toEqual(['Kim']);
    expect((await plan()).seatsUsed).toBe(3);
  });
});

async function anotherInstance({ service, issuer, clock, answerer }: AgentService): Promise<RunningService> {
  return await startService({
    clock,
    answerer,
    dataDir: service.dataDir,
    settings: {
      ...issuer.settings,
      RATE_LIMIT_IP_PER_MINUTE: '100000',
      RATE_LIMIT_SESSION_PER_MINUTE: '100000',
    },
  });
}
