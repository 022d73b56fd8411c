import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { nowIso } from '../../src/lib/fields.ts';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import type { ActivityCounts } from '../../src/availability/rules/activity.ts';
import { CostReply, OverviewReply } from '../../src/admin/wire/admin.ts';
import { SentReportsReply } from '../../src/publisher/wire/sent-reports.ts';
import { begin } from '../support/stores/conversations.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';
import { startService } from '../support/service/service.ts';

const HOUR_MS = 3_600_000;
const NOTHING = {
  requests: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  cost: 0,
  unpricedCalls: 0,
};

describe('the figures on the admin surface', () => {
  const clock = freshFixture(() => manualClock());
  const service = freshFixture(() => startService({ clock, answerer: scriptedAnswerer() }));
  const store = freshFixture(() => sqliteStore({ dataDir: service.dataDir }));

  const now = () => nowIso(clock);
  const get = async (path: string): Promise<unknown> => (await service.get(path)).json();
  const cost = async (query = '') => CostReply.parse(await get(`/api/cost${query}`));
  const overview = async (query = '') => OverviewReply.parse(await get(`/api/overview${query}`));
  const happens = (activity: Partial<ActivityCounts> & { firstReplySeconds?: number }) =>
    begin(store.conversations, 'Hello', { at: now(), activity });

  test('cost has 24 buckets of an hour or seven of a day unless the query gives another length', async () => {
    const day = await cost();
    expect(day).toMatchObject({ window: '24h', bucketHours: 1, currency: 'USD', totals: NOTHING });
    expect(day.buckets).toHaveLength(24);
    expect(day.buckets.at(-1)).toEqual({
      start: '2026-11-20T17:00:00.000Z',
      end: '2026-11-20T18:00:00.000Z',
      ...NOTHING,
    });
    const week = await cost('?window=7d');
    expect([week.bucketHours, week.buckets.length]).toEqual([24, 7]);
    expect((await cost('?window=7d&bucketHours=1')).buckets).toHaveLength(168);
    expect((await cost('?bucketHours=24')).buckets).toHaveLength(1);
  });

  test.each([
    'window=30d',
    'window=all',
    'bucketHours=0',
    'bucketHours=169',
    'window=24h&bucketHours=25',
    'bucketHours=x',
    'bucketHours=1.5',
  ])('the cost endpoint refuses %s', async (query) => {
    expect((await service.get(`/api/cost?${query}`)).status).toBe(400);
  });

  test('the cost of a question is in the bucket of its hour', async () => {
    await service.post('/api/chat', { message: 'What is it?' });
    const spent = {
      ...NOTHING,
      requests: 1,
      inputTokens: 120,
      cachedInputTokens: 20,
      outputTokens: 30,
      cost: 0.0000855,
    };
    const first = await cost();
    expect(first.buckets.at(-1)).toMatchObject(spent);
    expect(first.totals).toEqual(spent);
    clock.advance(5 * HOUR_MS);
    await service.post('/api/chat', { message: 'And now?' });
    const later = await cost();
    expect(later.buckets.at(-1)).toMatchObject(spent);
    expect(later.buckets.at(-6)).toMatchObject(spent);
    expect(later.buckets.filter(({ requests }) => requests > 0)).toHaveLength(2);
    expect(later.totals).toMatchObject({ requests: 2, inputTokens: 240, outputTokens: 60, cost: 0.000171 });
    clock.advance(19 * HOUR_MS);
    expect((await cost()).totals).toEqual(spent);
    expect((await cost('?window=7d')).totals.requests).toBe(2);
    clock.advance(7 * 24 * HOUR_MS);
    expect((await cost('?window=7d')).totals).toEqual(NOTHING);
  });

  test('the overview compares a time window with the previous one', async () => {
    await happens({
      conversations: 4,
      visitorMessages: 9,
      assistantMessages: 8,
      unresolved: 1,
      ratingsUp: 2,
    });
    clock.advance(24 * HOUR_MS);
    await happens({
      conversations: 2,
      visitorMessages: 3,
      assistantMessages: 2,
      agentMessages: 1,
      cost: 0.5,
    });
    await happens({ ratingsDown: 1, firstReplySeconds: 40, inputTokens: 7, outputTokens: 5 });
    const day = await overview();
    expect(day).toMatchObject({
      window: '24h',
      anonymousMode: true,
      retentionDays: 0,
      version: '0.0.0-test',
    });
    expect(day.current).toEqual({
      conversations: 2,
      messages: 6,
      visitorMessages: 3,
      assistantMessages: 2,
      agentMessages: 1,
      inputTokens: 7,
      cachedInputTokens: 0,
      cacheWriteTokens: 0,
      outputTokens: 5,
      cost: 0.5,
      unpricedCalls: 0,
      handoffs: 0,
      unanswered: 0,
      unresolved: 0,
      resolvedByAssistant: 1,
      ratingsUp: 0,
      ratingsDown: 1,
      medianFirstReplySeconds: 45,
      medianLeftAnswerSeconds: null,
      visitsHelpful: 0,
      visitsNotHelpful: 0,
      visitsHelpfulShare: null,
    });
    expect(day.previous).toMatchObject({ conversations: 4, messages: 17, resolvedByAssistant: 0.75 });
    expect(day.previous).toMatchObject({ ratingsUp: 2, medianFirstReplySeconds: null });
    expect(day.buckets).toHaveLength(24);
    expect(day.buckets.at(-1)).toMatchObject({ conversations: 2, messages: 6, cost: 0.5 });
    const week = await overview('?window=7d');
    expect(week.current).toMatchObject({ conversations: 6, messages: 23 });
    expect(week.buckets).toHaveLength(28);
  });

  test('the overview shows the settings without secrets', async () => {
    const settings = {
      ALLOWED_ORIGINS: 'https://shop.example,https://blog.example',
      ASSISTANT_NAME: 'Robin',
      RETENTION_DAYS: '90',
      DAILY_TOKEN_BUDGET: '1000',
    };
    const configured = await startService({ clock, settings });
    const shown = OverviewReply.parse(await (await configured.get('/api/overview')).json());
    expect(shown.retentionDays).toBe(90);
    expect(shown.settings).toEqual({
      allowedOrigins: ['https://shop.example', 'https://blog.example'],
      assistantName: 'Robin',
      model: 'knowledge',
      identity: 'local',
      publisher: 'off',
      planId: 'start',
      seatWindowDays: 30,
      dailyTokenBudget: 1000,
      prices: {},
      limits: { sessionMessages: 20, sessionReads: 120, ipMessages: 60, ipReads: 300 },
    });
    await configured.close();
    expect((await overview()).settings.allowedOrigins).toEqual(['*']);
  });

  test('every sent report is shown unchanged, newest first', async () => {
    expect(SentReportsReply.parse(await get('/api/reports/sent'))).toEqual({ reports: [] });
    const sent = [
      { kind: 'deploy-status', sentAt: now(), ok: true, payload: { status: 'started', deploymentId: 'd-1' } },
      { kind: 'seat-report', sentAt: new Date(clock.now() + 1).toISOString(), ok: false, payload: { n: 1 } },
    ] as const;
    for (const report of sent) {
      await store.ledger.write('reports', `${report.sentAt}.${randomUUID()}`, report, 'absent');
    }
    expect(await get('/api/reports/sent')).toEqual({ reports: sent.toReversed() });
    const first = SentReportsReply.parse(await get('/api/reports/sent?limit=1'));
    expect(first.reports).toEqual([sent[1]]);
    const { nextCursor = '' } = first;
    const rest = await get(`/api/reports/sent?limit=1&cursor=${encodeURIComponent(nextCursor)}`);
    expect(rest).toEqual({ reports: [sent[0]] });
  });
});
