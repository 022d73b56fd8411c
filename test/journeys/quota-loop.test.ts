import { afterAll, beforeAll, expect, test } from 'vitest';
import { PlanStatus } from '../../src/wire/agent.ts';
import { DAY_MS, movedClock, startAgentService, type AgentService } from '../support/agent-service.ts';
import { runControlPlane, type RunningControlPlane } from '../support/control-plane.ts';

let plane: RunningControlPlane;
let desk: AgentService;
beforeAll(async () => {
  const clock = movedClock();
  plane = await runControlPlane({ clock });
  desk = await startAgentService({
    settings: { CONTROL_PLANE_URL: plane.origin, MARKETPLACE_SUBSCRIPTION_ID: 'sub-1' },
  });
});
afterAll(async () => {
  await desk.close();
  await plane.close();
});

test('the third agent claims on the plan Start, the plan shows grace, the report arrives, one notice is queued', async () => {
  const claim = async (name: string) => {
    const id = await desk.conversation();
    return await desk.agent(name).post(`/api/agent/sessions/${id}/claim`);
  };
  await claim('Mia');
  await claim('Lee');
  expect(await plane.stored('outbox')).toEqual([]);
  expect((await claim('Kim')).body).toMatchObject({ quotaStatus: { exceeded: true, seatsUsed: 3 } });

  const plan = PlanStatus.parse(await (await desk.service.get('/api/plan')).json());
  expect(plan).toMatchObject({ planId: 'start', exceeded: true, blocked: false, daysOverQuota: 0 });

  await expect
    .poll(() => plane.stored('seat-reports'))
    .toMatchObject([
      { id: 'sub-1', value: { report: { seatQuantity: 3, quotaStatus: { exceeded: true } } } },
    ]);
  const [notice, ...others] = await plane.stored('outbox');
  expect(others).toEqual([]);
  expect(notice?.value).toMatchObject({ type: 'grace', subscriptionId: 'sub-1', seatsUsed: 3, seatQuota: 2 });

  await desk.service.services.reports.seatIfDue();
  await claim('Eva');
  expect(await plane.stored('outbox')).toHaveLength(1);
  // The publisher's clock is its own: a runtime that is far ahead of it is not believed.
  desk.clock.advance(DAY_MS);
  await desk.service.services.reports.seatIfDue();
  expect(await plane.stored('seat-reports')).toMatchObject([
    { value: { report: { quotaStatus: { daysOverQuota: 0 } } } },
  ]);
});
