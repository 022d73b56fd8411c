import { afterEach, describe, expect, test } from 'vitest';
import { PlanStatus } from '../../src/desk/wire/agent.ts';
import { startAgentService, type AgentService } from '../support/service/agent-service.ts';
import {
  listedPlan,
  startControlPlane,
  type ControlPlaneServer,
} from '../support/servers/control-plane-server.ts';

const MINUTE_MS = 60_000;

describe('the plan', () => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });

  async function start(
    controlPlane: ControlPlaneServer,
    planId = 'start',
    dataDir?: string,
  ): Promise<AgentService> {
    const settings = { CONTROL_PLANE_URL: `${controlPlane.url}/`, PLAN_ID: planId };
    const desk = await startAgentService({ settings, ...(dataDir !== undefined && { dataDir }) });
    open.push(desk);
    return desk;
  }

  async function plane(answer: ControlPlaneServer['answer']): Promise<ControlPlaneServer> {
    const server = await startControlPlane(answer);
    open.push(server);
    return server;
  }

  const read = async ({ service }: AgentService) =>
    PlanStatus.parse(await (await service.get('/api/plan')).json());

  test.each([
    ['start', 'Start', 2],
    ['growth', 'Growth', 10],
    ['professional', 'Professional', 50],
  ])('without a control plane, %s has its built-in values', async (planId, planDisplayName, seatQuota) => {
    const desk = await startAgentService({ settings: { PLAN_ID: planId } });
    open.push(desk);
    expect(await read(desk)).toMatchObject({ planId, planDisplayName, seatQuota, gracePeriodDays: 14 });
  });

  test('is read from the publisher at most every five minutes', async () => {
    const publisher = await plane(listedPlan('start'));
    const desk = await start(publisher);
    expect(await read(desk)).toMatchObject({
      planDisplayName: 'Listed',
      seatQuota: 3,
      gracePeriodDays: 5,
      upgradeUrl: 'https://publisher.example/upgrade',
    });
    publisher.answer = listedPlan('start', { seatQuota: 4 });
    desk.clock.advance(4 * MINUTE_MS);
    expect(await read(desk)).toMatchObject({ seatQuota: 3 });
    expect(publisher.asked).toEqual(['/api/plans/start']);
    desk.clock.advance(MINUTE_MS);
    expect(await read(desk)).toMatchObject({ seatQuota: 4 });
    expect(publisher.asked).toHaveLength(2);
  });

  test.each([
    ['an error', 500],
    ['404', 404],
    ['text that is not JSON', '<html>'],
    ['another plan', JSON.stringify(listedPlan('growth'))],
    ['an invalid quota', JSON.stringify({ ...listedPlan('start'), seatQuota: -1 })],
    [
      'an upgrade link that could run a script',
      JSON.stringify(listedPlan('start', { upgradeUrl: 'javascript:1' })),
    ],
  ])(
    'stays the built-in plan or the last valid copy if the publisher answers with %s',
    async (_what, wrong) => {
      const publisher = await plane(wrong);
      const desk = await start(publisher);
      expect(await read(desk)).toMatchObject({ planDisplayName: 'Start', seatQuota: 2 });
      publisher.answer = listedPlan('start');
      desk.clock.advance(MINUTE_MS);
      expect(await read(desk)).toMatchObject({ planDisplayName: 'Listed' });
      publisher.answer = wrong;
      desk.clock.advance(5 * MINUTE_MS);
      expect(await read(desk)).toMatchObject({ planDisplayName: 'Listed' });
    },
  );

  test('keeps the last valid copy after a restart', async () => {
    const publisher = await plane(listedPlan('start'));
    const first = await start(publisher);
    await read(first);
    publisher.answer = 500;
    const next = await start(publisher, 'start', first.service.dataDir);
    expect(await read(next)).toMatchObject({ planDisplayName: 'Listed' });
  });

  test('can be known only to the publisher, and without a copy of it the error names the setting', async () => {
    const publisher = await plane(404);
    const desk = await start(publisher, 'bespoke');
    const response = await desk.service.get('/api/plan');
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: 'misconfigured', setting: 'PLAN_ID' });
    publisher.answer = listedPlan('bespoke', { seatQuota: 7 });
    expect(await read(desk)).toMatchObject({ planId: 'bespoke', seatQuota: 7 });
  });

  test('without a grace period refuses the agent who would exceed it, even with concurrent claims', async () => {
    const publisher = await plane(listedPlan('start', { seatQuota: 2, gracePeriodDays: 0 }));
    const desk = await start(publisher);
    const sessions = await Promise.all(Array.from({ length: 12 }, () => desk.conversation()));
    const outcomes = await Promise.all(
      sessions.map((id, index) => desk.agent(`Agent ${index}`).post(`/api/agent/sessions/${id}/claim`)),
    );
    const statuses = outcomes.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, 200, ...Array.from({ length: 10 }, () => 403)]);
    expect(await read(desk)).toMatchObject({ seatsUsed: 2, exceeded: false, blocked: false });
  });
});
