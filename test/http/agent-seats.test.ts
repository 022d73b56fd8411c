import { describe, expect, test } from 'vitest';
import { SeatsReply } from '../../src/admin/wire/admin.ts';
import { ClaimReply, PlanStatus } from '../../src/desk/wire/agent.ts';
import { DAY_MS, startAgentService } from '../support/service/agent-service.ts';
import { freshFixture } from '../support/fixtures.ts';
import { refusedWith } from '../support/refusal.ts';

describe('agent seats', () => {
  const desk = freshFixture(() => startAgentService());

  async function claim(name: string) {
    const sessionId = await desk.conversation();
    return { sessionId, ...(await desk.agent(name).post(`/api/agent/sessions/${sessionId}/claim`)) };
  }

  async function plan() {
    const response = await desk.service.get('/api/plan');
    expect(response.status).toBe(200);
    return PlanStatus.parse(await response.json());
  }

  async function quotaOf(name: string) {
    const { status, body } = await claim(name);
    expect(status).toBe(200);
    return ClaimReply.parse(body).quotaStatus;
  }

  test('a new deployment is on the plan Start with no seat used', async () => {
    expect(await plan()).toEqual({
      planId: 'start',
      planDisplayName: 'Start',
      seatQuota: 2,
      seatsUsed: 0,
      exceeded: false,
      daysOverQuota: 0,
      gracePeriodDays: 14,
      blocked: false,
      upgradeUrl: expect.stringMatching(/^https:\/\//),
    });
  });

  test('admins see the name and the end date of each seat', async () => {
    await claim('Mia');
    desk.clock.advance(DAY_MS);
    const { status } = await claim('Lee');
    expect(status).toBe(200);
    const seats = async () => SeatsReply.parse(await (await desk.service.get('/api/seats')).json()).seats;
    await expect.poll(async () => (await seats()).map(({ name }) => name)).toEqual(['Lee', 'Mia']);
    const [lee] = await seats();
    expect(Date.parse(lee?.heldUntil ?? '') - Date.parse(lee?.claimedAt ?? '')).toBe(30 * DAY_MS);
    desk.clock.advance(29 * DAY_MS + 1);
    expect((await seats()).map(({ name }) => name)).toEqual(['Lee']);
  });

  test('reading and signing in take no seat', async () => {
    await desk.agent('Mia').get('/api/agent/sessions');
    await desk.agent('Mia').post('/api/agent/negotiate');
    expect((await plan()).seatsUsed).toBe(0);
  });

  test('after the grace period a new agent is refused and holders continue', async () => {
    for (const name of ['Mia', 'Lee', 'Kim']) await claim(name);
    desk.clock.advance(14 * DAY_MS);
    expect(await plan()).toMatchObject({ exceeded: true, blocked: true, daysOverQuota: 14 });
    const refused = await claim('Eva');
    expect(refused).toMatchObject({
      status: 403,
      body: {
        error: 'seat-quota-exceeded',
        upgradeUrl: expect.stringMatching(/^https:\/\//),
        exceeded: true,
        seatsUsed: 3,
        seatQuota: 2,
        daysOverQuota: 14,
        gracePeriodDays: 14,
        blocked: true,
        quotaExceededAt: expect.any(String),
      },
    });
    expect((await desk.service.session(refused.sessionId)).status).toBe('open');
    expect((await plan()).seatsUsed).toBe(3);
    expect(await quotaOf('Kim')).toMatchObject({ blocked: true });
  });

  test('a transfer needs a seat for the colleague, like a claim by the colleague', async () => {
    for (const name of ['Mia', 'Lee']) await claim(name);
    const { sessionId } = await claim('Kim');
    const transfer = (name: string) =>
      desk.agent('Kim').post(`/api/agent/sessions/${sessionId}/transfer`, { oid: desk.agent(name).oid });
    desk.clock.advance(14 * DAY_MS);
    for (const name of ['Eva', 'Lee']) await desk.agent(name).get('/api/agent/me');
    await seen('Lee');
    expect(await transfer('Eva')).toMatchObject(refusedWith(403, 'seat-quota-exceeded'));
    expect((await desk.service.session(sessionId)).claimedByName).toBe('Kim');
    expect(await transfer('Lee')).toMatchObject({
      status: 200,
      body: { session: { claimedByName: 'Lee' }, quotaStatus: { seatsUsed: 3 } },
    });
  });

  async function seen(name: string): Promise<void> {
    await expect.poll(() => desk.service.services.colleagues.find(desk.agent(name).oid)).toBeDefined();
  }

  test('the plan and the seat window can be configured', async () => {
    const growth = await startAgentService({ settings: { PLAN_ID: 'growth', SEAT_WINDOW_DAYS: '7' } });
    const sessionId = await growth.conversation();
    await growth.agent('Mia').post(`/api/agent/sessions/${sessionId}/claim`);
    const read = async () => (await growth.service.get('/api/plan')).json();
    expect(await read()).toMatchObject({ planId: 'growth', seatQuota: 10, seatsUsed: 1 });
    growth.clock.advance(7 * DAY_MS);
    expect(await read()).toMatchObject({ seatsUsed: 0 });
    await growth.close();
  });
});
