import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PlanStatus } from '../../src/desk/wire/agent.ts';
import { startCloud, type Cloud } from '../fakes/cloud.ts';
import { startCosmos, type CosmosServer } from '../fakes/cosmos-server.ts';
import { DAY_MS, startAgentService, type AgentService } from '../support/service/agent-service.ts';
import { movedClock } from '../support/clocks/real-clock.ts';
import { startTokenIssuer, type TokenIssuer } from '../support/servers/agent-tokens.ts';
import { runControlPlane, type RunningControlPlane } from '../support/service/control-plane.ts';

const AUDIENCE = 'api://reports.example.com';
const clock = movedClock();

/** The customer's cloud, and what the publisher has in theirs. */
interface Clouds {
  customers: Cloud;
  publishers: CosmosServer;
  machines: TokenIssuer;
}

async function startClouds(): Promise<Clouds> {
  const machines = await startTokenIssuer(clock);
  const reporter = { aud: AUDIENCE, scp: undefined, oid: randomUUID() };
  const customers = await startCloud({
    tokenFor: (resource) => (resource === AUDIENCE ? machines.token(reporter) : undefined),
  });
  return { customers, machines, publishers: await startCosmos(clock) };
}

const publishersSettings = ({ publishers, machines }: Clouds) => ({
  WEBSITE_INSTANCE_ID: 'instance',
  COSMOS_ENDPOINT: publishers.endpoint,
  COSMOS_DATABASE: publishers.database,
  IDP_AUTHORITY: machines.authority,
  REPORT_TENANT_ID: machines.tenantId,
  REPORT_AUDIENCE: AUDIENCE,
});

async function start() {
  const clouds = await startClouds();
  const plane = await runControlPlane({
    clock,
    host: 'azure',
    settings: publishersSettings(clouds),
  });
  const desk = await startAgentService({
    composition: 'cloud',
    cloud: clouds.customers,
    settings: {
      CONTROL_PLANE_URL: plane.origin,
      MARKETPLACE_SUBSCRIPTION_ID: 'sub-1',
      CONTROL_PLANE_AUDIENCE: AUDIENCE,
    },
  });
  return {
    plane,
    desk,
    async close() {
      await desk.close();
      await plane.close();
      await Promise.all([clouds.customers, clouds.publishers, clouds.machines].map((one) => one.close()));
    },
  };
}

describe('seats, plans and reports of a cloud', () => {
  let plane: RunningControlPlane;
  let desk: AgentService;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ plane, desk, close } = await start());
  });
  afterAll(() => close());

  const claim = async (name: string) => {
    const id = await desk.conversation();
    return await desk.agent(name).post(`/api/agent/sessions/${id}/claim`);
  };

  test('the claim of a third agent on the plan Start begins the grace period, sends the report and queues one notice', async () => {
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
    await expect
      .poll(() => plane.stored('outbox'))
      .toMatchObject([{ value: { type: 'grace', subscriptionId: 'sub-1', seatsUsed: 3, seatQuota: 2 } }]);

    await desk.service.services.reports.seatIfDue();
    await claim('Eva');
    expect(await plane.stored('outbox')).toHaveLength(1);
    // The publisher's clock is its own: a runtime that is far ahead of it is not believed.
    desk.clock.advance(DAY_MS);
    await desk.service.services.reports.seatIfDue();
    await expect
      .poll(() => plane.stored('seat-reports'))
      .toMatchObject([{ value: { report: { quotaStatus: { daysOverQuota: 0 } } } }]);
  });

  test('after the grace period a new agent is refused, and agents with a seat continue', async () => {
    desk.clock.advance(14 * DAY_MS);
    const refused = await claim('Ada');
    expect(refused).toMatchObject({ status: 403, body: { error: 'seat-quota-exceeded', blocked: true } });
    expect((await claim('Mia')).status).toBe(200);
    const plan = PlanStatus.parse(await (await desk.service.get('/api/plan')).json());
    expect(plan).toMatchObject({ exceeded: true, blocked: true, seatsUsed: 4 });
  });
});
