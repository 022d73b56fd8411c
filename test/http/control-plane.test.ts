import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PlanList } from '../../src/publisher/wire/reports.ts';
import { movedClock } from '../support/clocks/real-clock.ts';
import { runControlPlane, type RunningControlPlane } from '../support/service/control-plane.ts';
import { freshFixture } from '../support/fixtures.ts';
import { HOSTS } from '../support/service/service.ts';

const NOW = new Date().toISOString();
const at = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString();

const seats = (more: Record<string, unknown> = {}) => ({
  subscriptionId: 'sub-1',
  seatQuantity: 2,
  timestamp: NOW,
  ...more,
});
const quota = (more: Record<string, unknown> = {}) => ({
  exceeded: true,
  seatsUsed: 3,
  seatQuota: 2,
  daysOverQuota: 0,
  gracePeriodDays: 14,
  blocked: false,
  quotaExceededAt: NOW,
  ...more,
});
const status = (more: Record<string, unknown> = {}) => ({
  saasSubscriptionId: 'sub-1',
  deploymentId: 'deployment-1',
  deployedVersion: '1.0.0',
  status: 'started',
  timestamp: NOW,
  ...more,
});

describe.each(HOSTS)('the control plane on the %s host', (host) => {
  let plane: RunningControlPlane;
  const clock = freshFixture(() => movedClock());
  beforeEach(async () => {
    plane = await runControlPlane({ host, clock });
  });
  afterEach(() => plane.close());

  describe('the list of plans', () => {
    test('has every plan, cheapest first, cacheable for five minutes and readable by every site', async () => {
      const response = await plane.get('/api/plans', { origin: 'https://prices.example' });
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('public, max-age=300');
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      const { plans } = PlanList.parse(await response.json());
      expect(
        plans.map(({ planId, planDisplayName, seatQuota }) => [planId, planDisplayName, seatQuota]),
      ).toEqual([
        ['start', 'Start', 2],
        ['growth', 'Growth', 10],
        ['professional', 'Professional', 50],
      ]);
    });

    test('has each plan at its address, and 304 for a client with its ETag', async () => {
      for (const path of ['/api/plans', '/api/plans/growth']) {
        const first = await plane.get(path);
        const etag = first.headers.get('etag') ?? '';
        expect(etag).toMatch(/^"[^"]+"$/);
        expect((await plane.get(path, { 'if-none-match': etag })).status).toBe(304);
        expect((await plane.get(path, { 'if-none-match': '"other"' })).status).toBe(200);
      }
      expect(await (await plane.get('/api/plans/growth')).json()).toMatchObject({
        planId: 'growth',
        seatQuota: 10,
      });
    });

    test('answers 404 for an unknown plan, readable by every site', async () => {
      const response = await plane.get('/api/plans/enormous', { origin: 'https://prices.example' });
      expect(response.status).toBe(404);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(await response.json()).toMatchObject({ error: 'plan-not-found' });
    });
  });

  test('a report of each kind is stored as it was sent', async () => {
    const tokenUsage = { inputTokens: 1, outputTokens: 2, windowStart: NOW };
    const report = seats({ tokenUsage, quotaStatus: quota() });
    expect((await plane.report('seat', report)).status).toBe(202);
    expect((await plane.report('deploy', status({ errorMessage: 'vault-unavailable' }))).status).toBe(202);
    expect(await plane.stored('seat-reports')).toMatchObject([{ id: 'sub-1', value: { report } }]);
    expect(await plane.stored('deploy-statuses')).toMatchObject([
      { id: 'sub-1', value: status({ errorMessage: 'vault-unavailable' }) },
    ]);
  });

  test('a token window is stored once for every notation of its start', async () => {
    const subscriptionId = 'sub-window';
    const second = NOW.slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
    for (const windowStart of [`${second}.000Z`, `${second}Z`, `${second}.0Z`]) {
      const tokenUsage = { inputTokens: 7, outputTokens: 7, windowStart };
      expect((await plane.report('seat', seats({ subscriptionId, tokenUsage }))).status).toBe(202);
    }
    expect(await plane.stored(`token-windows.${subscriptionId}`)).toHaveLength(1);
  });

  test.each([
    ['seat', seats({ message: 'canary' }), 'message'],
    [
      'seat',
      seats({ tokenUsage: { inputTokens: 1, outputTokens: 1, windowStart: NOW, sessionId: 'x' } }),
      'tokenUsage.sessionId',
    ],
    ['seat', seats({ quotaStatus: quota({ agents: ['mia'] }) }), 'quotaStatus.agents'],
    ['deploy', status({ email: 'mia@example.com' }), 'email'],
    ['seat', seats({ seatQuantity: '2' }), 'seatQuantity'],
    ['seat', { seatQuantity: 2, timestamp: NOW }, 'subscriptionId'],
    ['seat', seats({ timestamp: 'yesterday' }), 'timestamp'],
    ['seat', seats({ timestamp: at(60) }), 'timestamp'],
    ['deploy', status({ status: 'fine' }), 'status'],
    ['deploy', status({ errorMessage: 'x'.repeat(257) }), 'errorMessage'],
  ] as const)(
    'a %s report with an unexpected field or value is refused, and the error names the field: %#',
    async (kind, body, path) => {
      const response = await plane.report(kind, body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: 'validation-failed', issues: [{ path }] });
      expect(await plane.stored('seat-reports')).toEqual([]);
      expect(await plane.stored('deploy-statuses')).toEqual([]);
    },
  );

  test('an older report never replaces a newer one, even with concurrent reports', async () => {
    clock.advance(60 * 60_000);
    const minutes = [3, 1, 7, 5, 2, 6, 4];
    const replies = await Promise.all(
      minutes.map((minute) => plane.report('seat', seats({ timestamp: at(minute), seatQuantity: minute }))),
    );
    expect(replies.every(({ status: code }) => code === 202)).toBe(true);
    expect((await plane.report('seat', seats({ timestamp: at(7), seatQuantity: 99 }))).status).toBe(202);
    expect(await plane.stored('seat-reports')).toMatchObject([{ value: { report: { seatQuantity: 7 } } }]);
    await plane.report('deploy', status({ timestamp: at(2), status: 'healthy' }));
    await plane.report('deploy', status({ timestamp: at(1) }));
    expect(await plane.stored('deploy-statuses')).toMatchObject([{ value: { status: 'healthy' } }]);
  });

  test('one notice is queued for each new excess of the quota', async () => {
    clock.advance(60 * 60_000);
    const send = (minute: number, quotaStatus: Record<string, unknown>) =>
      plane.report('seat', seats({ timestamp: at(minute), quotaStatus }));
    await send(0, quota({ exceeded: false, quotaExceededAt: undefined }));
    expect(await plane.stored('outbox')).toEqual([]);
    await Promise.all([1, 1, 2, 3].map((minute) => send(minute, quota())));
    expect(await plane.stored('outbox')).toMatchObject([
      {
        value: {
          type: 'grace',
          subscriptionId: 'sub-1',
          seatsUsed: 3,
          graceEndsAt: at(14 * 24 * 60),
        },
      },
    ]);
    await send(4, quota({ exceeded: false, quotaExceededAt: undefined }));
    await send(5, quota({ quotaExceededAt: at(5) }));
    expect(await plane.stored('outbox')).toHaveLength(2);
  });

  test('too many reports are refused with 429', async () => {
    await plane.close();
    plane = await runControlPlane({ host, clock, settings: { RATE_LIMIT_IP_PER_MINUTE: '2' } });
    expect((await plane.report('seat', seats())).status).toBe(202);
    expect((await plane.report('deploy', status())).status).toBe(202);
    const refused = await plane.report('seat', seats());
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
