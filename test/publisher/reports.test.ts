import { afterEach, describe, expect, test } from 'vitest';
import { SentReportsReply } from '../../src/publisher/wire/sent-reports.ts';
import { DeployStatus, SeatReport } from '../../src/publisher/wire/reports.ts';
import { Health } from '../../src/operations/records/health.ts';
import { startAgentService, DAY_MS, HOUR_MS, type AgentService } from '../support/service/agent-service.ts';
import { startReportReceiver, type ReportReceiver } from '../support/servers/report-receiver.ts';

let receiver: ReportReceiver;
let desk: AgentService;

async function start(settings: Record<string, string> = {}, dataDir?: string): Promise<void> {
  receiver = await startReportReceiver();
  desk = await startAgentService({
    settings: { CONTROL_PLANE_URL: receiver.url, MARKETPLACE_SUBSCRIPTION_ID: 'sub-1', ...settings },
    ...(dataDir !== undefined && { dataDir }),
  });
}
afterEach(async () => {
  await desk.close();
  await receiver.close();
});

const health = async () => Health.parse(await (await desk.service.get('/api/health')).json());
const sent = async () =>
  SentReportsReply.parse(await (await desk.service.get('/api/reports/sent')).json()).reports;
const claim = async (name: string) => {
  const id = await desk.conversation();
  return await desk.agent(name).post(`/api/agent/sessions/${id}/claim`);
};
const seatIfDue = () => desk.service.services.reports.seatIfDue();
const deployIfDue = () => desk.service.services.reports.deployIfDue();

describe('the seat report', () => {
  test('has the documented fields and is sent once an hour', async () => {
    await start();
    await claim('Mia');
    await seatIfDue();
    await seatIfDue();
    expect(receiver.of('seat')).toHaveLength(1);
    expect(receiver.of('seat')[0]).toEqual({
      subscriptionId: 'sub-1',
      seatQuantity: 1,
      timestamp: expect.any(String),
      tokenUsage: {
        inputTokens: expect.any(Number),
        outputTokens: expect.any(Number),
        windowStart: expect.stringMatching(/T\d\d:00:00\.000Z$/),
      },
      quotaStatus: {
        exceeded: false,
        seatsUsed: 1,
        seatQuota: 2,
        daysOverQuota: 0,
        gracePeriodDays: 14,
        blocked: false,
      },
    });
    desk.clock.advance(HOUR_MS);
    await seatIfDue();
    expect(receiver.of('seat')).toHaveLength(2);
  });

  test('is sent immediately when a claim exceeds the quota and when the grace period ends', async () => {
    await start();
    for (const name of ['Mia', 'Lee']) await claim(name);
    await seatIfDue();
    await claim('Kim');
    await expect.poll(() => receiver.of('seat')).toHaveLength(2);
    expect(SeatReport.parse(receiver.of('seat')[1]).quotaStatus).toMatchObject({
      exceeded: true,
      blocked: false,
    });
    desk.clock.advance(14 * DAY_MS);
    await seatIfDue();
    expect(SeatReport.parse(receiver.of('seat')[2]).quotaStatus).toMatchObject({ blocked: true });
  });

  test('is repeated with current figures if it did not arrive', async () => {
    await start();
    receiver.answer = [503];
    const sending = seatIfDue();
    await expect.poll(() => receiver.of('seat')).toHaveLength(1);
    await claim('Mia');
    await sending;
    expect(receiver.of('seat').map((report) => SeatReport.parse(report).seatQuantity)).toEqual([0, 1]);
    expect((await health()).seat.lastReportedQuantity).toBe(1);
  });

  test('is not repeated before the next check if its content is refused', async () => {
    await start();
    receiver.answer = [400];
    await seatIfDue();
    expect(receiver.of('seat')).toHaveLength(1);
    await seatIfDue();
    expect(receiver.of('seat')).toHaveLength(2);
  });
});

describe('the status report of the deployment', () => {
  test('reports the start once, and then once a day that it is healthy', async () => {
    await start();
    await deployIfDue();
    await deployIfDue();
    desk.clock.advance(DAY_MS);
    await deployIfDue();
    expect(receiver.of('deploy')).toEqual([
      {
        saasSubscriptionId: 'sub-1',
        deploymentId: (await health()).deploymentId,
        deployedVersion: '0.0.0-test',
        status: 'started',
        timestamp: expect.any(String),
      },
      expect.objectContaining({ status: 'healthy' }),
    ]);
    expect((await health()).bootstrap).toEqual({ attempted: true, result: 'ok' });
  });

  test('is pending in health before the first try', async () => {
    await start();
    expect((await health()).bootstrap).toEqual({ attempted: false, result: 'pending' });
  });

  test('is not sent again by an instance that starts within the hour', async () => {
    await start();
    await deployIfDue();
    const again = await startAgentService({
      settings: { CONTROL_PLANE_URL: receiver.url },
      dataDir: desk.service.dataDir,
    });
    await again.service.services.reports.deployIfDue();
    expect(receiver.of('deploy')).toHaveLength(1);
    await again.close();
  });

  test('uses the deployment’s own id outside of the marketplace', async () => {
    await start({ MARKETPLACE_SUBSCRIPTION_ID: '' });
    await deployIfDue();
    const { saasSubscriptionId, deploymentId } = DeployStatus.parse(receiver.of('deploy')[0]);
    expect(saasSubscriptionId).toBe(deploymentId);
  });

  test('shows its failure in health with a code', async () => {
    await start();
    receiver.answer = [404];
    await deployIfDue();
    expect((await health()).bootstrap).toEqual({ attempted: true, result: 'failed: status-404' });
  });
});

test('each sent report is stored verbatim with its outcome for 90 days', async () => {
  await start();
  await deployIfDue();
  desk.clock.advance(1000);
  receiver.answer = [400];
  await seatIfDue();
  expect(await sent()).toEqual([
    { kind: 'seat-report', sentAt: expect.any(String), ok: false, payload: receiver.of('seat')[0] },
    { kind: 'deploy-status', sentAt: expect.any(String), ok: true, payload: receiver.of('deploy')[0] },
  ]);
  desk.clock.advance(91 * DAY_MS);
  await deployIfDue();
  expect(await sent()).toHaveLength(1);
});

test('attempts at the same report share a document, and different content gets another one', async () => {
  await start();
  receiver.answer = [400, 400, 400];
  await seatIfDue();
  desk.clock.advance(HOUR_MS / 12);
  await seatIfDue();
  expect(await sent()).toEqual([
    { kind: 'seat-report', sentAt: expect.any(String), ok: false, payload: receiver.of('seat')[1] },
  ]);
  await claim('Mia');
  await seatIfDue();
  await seatIfDue();
  expect((await sent()).map(({ ok, payload }) => [ok, payload['seatQuantity']])).toEqual([
    [true, 1],
    [false, 0],
  ]);
});

test('without a control plane no report is sent or stored', async () => {
  await start({ CONTROL_PLANE_URL: '' });
  await seatIfDue();
  await deployIfDue();
  expect(receiver.asked).toEqual([]);
  expect(await sent()).toEqual([]);
  expect(await health()).toMatchObject({
    bootstrap: { attempted: false, result: 'skipped' },
    seat: { lastReportedQuantity: 0 },
  });
});
