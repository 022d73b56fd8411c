import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { TeamReport } from '../../src/conversations/records/team-report.ts';
import type { SessionRecord } from '../../src/conversations/records/session.ts';
import { rotate } from '../support/clients/admin.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { freshFixture, sharedFixture } from '../support/fixtures.ts';
import { refusedWith } from '../support/refusal.ts';
import { startAgentService } from '../support/service/agent-service.ts';
import { startService } from '../support/service/service.ts';
import { begin } from '../support/stores/conversations.ts';

const NOW = Date.parse('2026-11-20T17:24:00.000Z');
const PATH = '/api/reports/team';

describe('the report on the team', () => {
  const service = freshFixture(() => startService({ clock: manualClock(NOW) }));

  /** Stores conversations that Mia closed, ten minutes after agents were needed. */
  async function closed(...times: readonly (readonly [at: string, more?: Partial<SessionRecord>])[]) {
    const store = sqliteStore({ dataDir: service.dataDir });
    for (const [at, more] of times) {
      const neededAt = new Date(Date.parse(at) - 600_000).toISOString();
      const agent = { claimedBy: 'oid-mia', claimedByName: 'Mia', claimedAt: neededAt };
      const session = {
        ...agent,
        humanRequestedAt: neededAt,
        closedAt: at,
        status: 'closed',
        ...more,
      } as const;
      await begin(store.conversations, 'Hello', { at: neededAt, session });
    }
    await store.close();
  }

  async function report(query = ''): Promise<TeamReport> {
    const response = await service.get(`${PATH}${query}`);
    expect(response.status).toBe(200);
    return TeamReport.parse(await response.json());
  }

  test('counts a conversation in the total, and for its agent, hour and reason', async () => {
    await closed([
      '2026-11-20T10:00:00.000Z',
      {
        handoffReason: 'assistant',
        firstAgentReplyAt: '2026-11-20T09:51:00.000Z',
        visitorRating: { helpful: true, ratedAt: '2026-11-20T10:01:00.000Z' },
      },
    ]);
    const figures = {
      ...{ conversations: 1, firstReplySeconds: 60, closeSeconds: 600, helpful: 1, notHelpful: 0 },
    };
    const { total, agents, hours, reasons } = await report();
    expect(total).toEqual(figures);
    expect(agents).toEqual([{ oid: 'oid-mia', name: 'Mia', ...figures }]);
    expect(hours[9]).toEqual({ hour: 9, ...figures });
    expect(reasons).toEqual([{ reason: 'assistant', ...figures }]);
  });

  test('can be downloaded as a CSV file in which formulas are escaped', async () => {
    await closed(['2026-11-20T10:00:00.000Z', { claimedByName: '=cmd|calc', handoffReason: 'visitor' }]);
    const response = await service.get(`${PATH}?format=csv&days=7`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="team-report-2026-11-14-2026-11-20.csv"',
    );
    const lines = (await response.text()).split('\r\n');
    expect(lines.slice(0, 3)).toEqual([
      'Group,Name,Conversations,First reply seconds (median),Time to close seconds (median),Rated helpful,Rated not helpful',
      'All,,1,,600,0,0',
      'All before,,0,,,0,0',
    ]);
    expect(lines.slice(3, 4)).toEqual([`Agent,"'=cmd|calc",1,,600,0,0`]);
    expect(lines).toContain('Hour,9,1,,600,0,0');
    expect(lines).toContain('Handoff,visitor,1,,600,0,0');
    expect(lines.slice(-2)).toEqual(['Started,2026-11-20,0', '']);
    expect(lines).toHaveLength(1 + 2 + 1 + 24 + 1 + 7 + 1);
  });

  test('has the figures of each day, of the previous period and of the assistant', async () => {
    const store = sqliteStore({ dataDir: service.dataDir });
    const happens = (at: string, figures: object) =>
      store.conversations.addActivity({ id: randomUUID(), at, ...figures });
    await happens('2026-11-20T10:00:00.000Z', { conversations: 4, unresolved: 1, assistantMessages: 9 });
    await happens('2026-11-18T23:30:00.000Z', {
      ratingsUp: 2,
      ratingsDown: 1,
      unanswered: 1,
      conversations: 1,
    });
    await happens('2026-11-12T10:00:00.000Z', { conversations: 2, unresolved: 2 });
    await store.close();
    await closed(['2026-11-12T10:00:00.000Z']);
    const found = await report('?days=7&timeZone=Europe/Berlin');
    expect(found.days.map(({ day, conversations }) => [day.slice(-2), conversations])).toEqual([
      ...[
        ['14', 0],
        ['15', 0],
        ['16', 0],
        ['17', 0],
        ['18', 0],
        ['19', 1],
        ['20', 4],
      ],
    ]);
    expect(found.assistant).toEqual({
      ...{ conversations: 5, resolvedShare: 0.8, answers: 9 },
      ...{ ratedHelpful: 2, ratedNotHelpful: 1, notAnswered: 1 },
    });
    expect(found.previousAssistant).toMatchObject({ conversations: 2, resolvedShare: 0 });
    expect([found.total.conversations, found.previous?.conversations]).toEqual([0, 1]);
  });

  test('has the CSV format of a reader with decimal commas', async () => {
    await closed(['2026-11-20T10:00:00.000Z']);
    const file = await (await service.get(`${PATH}?format=csv&locale=de-AT`)).text();
    expect(file.split('\r\n')[1]).toBe('All;;1;;600;0;0');
    const byHeader = await service.get(`${PATH}?format=csv`, { 'accept-language': 'fr;q=0.9, en;q=0.1' });
    expect((await byHeader.text()).split('\r\n')[1]).toBe('All;;1;;600;0;0');
  });

  test.each(['?days=8', '?days=', '?timeZone=%2B01:00', '?timeZone=Nowhere', '?format=xml'])(
    'is answered with 400 for %s',
    async (query) => {
      const response = await service.get(`${PATH}${query}`);
      expect({ status: response.status, body: await response.json() }).toMatchObject(
        refusedWith(400, 'validation-failed'),
      );
    },
  );
});

describe('the reason of a handoff', () => {
  const desk = sharedFixture(() => startAgentService());
  const mia = sharedFixture(() => desk.agent('Mia'));

  /** The reasons of the report once a conversation is closed. */
  async function closeAndRead(sessionId: string) {
    for (const act of ['claim', 'close']) {
      expect((await mia.post(`/api/agent/sessions/${sessionId}/${act}`)).status).toBe(200);
    }
    desk.clock.advance(1_000);
    const report = TeamReport.parse(await (await desk.service.get(PATH)).json());
    return Object.fromEntries(report.reasons.map(({ reason, conversations }) => [reason, conversations]));
  }

  test('is the visitor’s request, the assistant’s request or a left message, and is missing without a handoff', async () => {
    const asked = await desk.conversation('human_requested');
    expect(await closeAndRead(asked)).toEqual({ visitor: 1 });

    const left = await desk.conversation();
    const contact = { sessionId: left, email: 'vera@example.com', message: 'Call me', consent: true };
    expect((await desk.visitor('/api/contact', contact)).status).toBe(200);
    expect(await closeAndRead(left)).toEqual({ visitor: 1, 'message-left': 1 });

    const unasked = await desk.conversation();
    desk.answerer.script({ deltas: ['I have asked a person.'], result: { requestHuman: {} } });
    const given = randomUUID();
    await desk.visitor('/api/chat', { sessionId: given, message: 'My parcel is broken' });
    expect(await closeAndRead(given)).toEqual({ visitor: 1, 'message-left': 1, assistant: 1 });

    expect(await closeAndRead(unasked)).toEqual({ visitor: 1, 'message-left': 1, assistant: 1 });
  });

  test('is accessible only for admins, like the whole report', async () => {
    await rotate(desk.service);
    expect((await mia.get(PATH)).status).toBe(401);
    expect((await desk.service.get(PATH)).status).toBe(401);
  });
});
