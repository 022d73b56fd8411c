import { describe, expect, test } from 'vitest';
import { temporalZones } from '../../src/adapters/zones/temporal.ts';
import type { SessionRecord } from '../../src/conversations/records/session.ts';
import { startSession } from '../../src/conversations/rules/session-messages.ts';
import {
  closedFacts,
  lastDays,
  median,
  teamFigures,
  type ClosedFacts,
} from '../../src/conversations/rules/team-report.ts';

const AT = '2026-11-20T10:00:00.000Z';
const after = (seconds: number) => new Date(Date.parse(AT) + seconds * 1000).toISOString();
const closed: SessionRecord = {
  ...startSession('7b0f6e8e-6a3c-4d5e-9f10-0123456789ab', AT),
  status: 'closed',
  humanRequestedAt: after(60),
  handoffReason: 'assistant',
  claimedAt: after(90),
  claimedBy: 'oid-1',
  claimedByName: 'Mia',
  firstAgentReplyAt: after(100),
  closedAt: after(660),
};

describe('the figures of a closed conversation', () => {
  const { humanRequestedAt: _asked, handoffReason: _reason, ...unasked } = closed;
  const { firstAgentReplyAt: _reply, ...silent } = closed;
  const facts = { oid: 'oid-1', name: 'Mia', neededAt: after(60), closeSeconds: 600 };

  test.each<[name: string, session: SessionRecord, facts: ClosedFacts]>([
    [
      'measure times from the request for a person',
      closed,
      { ...facts, reason: 'assistant', firstReplySeconds: 40 },
    ],
    [
      'measure times from the claim if no person was requested',
      unasked,
      { ...facts, neededAt: after(90), closeSeconds: 570, firstReplySeconds: 10 },
    ],
    ['have no first reply without a reply', silent, { ...facts, reason: 'assistant' }],
    [
      'do not count the answer to a left message as first reply',
      { ...closed, contact: { email: 'v@example.com', leftAt: AT } },
      { ...facts, reason: 'assistant' },
    ],
    [
      'include the rating of the visitor',
      { ...closed, visitorRating: { helpful: false, ratedAt: AT } },
      { ...facts, reason: 'assistant', firstReplySeconds: 40, helpful: false },
    ],
  ])('%s', (_name, session, expected) => {
    expect(closedFacts(session)).toEqual(expected);
  });

  test('are not reported before it is closed', () => {
    const { closedAt: _closed, ...claimed } = closed;
    expect(closedFacts({ ...claimed, status: 'claimed' })).toBeUndefined();
  });
});

describe('the groups', () => {
  const fact = (more: Partial<ClosedFacts>): ClosedFacts => ({
    ...{ oid: 'a', name: 'Ann', neededAt: AT, closeSeconds: 10 },
    ...more,
  });
  const hourOf = (at: string) => new Date(at).getUTCHours();

  test('are all present and empty without a conversation', () => {
    const { total, agents, hours, reasons } = teamFigures([], hourOf);
    expect(total).toEqual({
      ...{ conversations: 0, firstReplySeconds: null, closeSeconds: null, helpful: 0, notHelpful: 0 },
    });
    expect([agents, reasons]).toEqual([[], []]);
    expect(hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
    expect(new Set(hours.map(({ conversations }) => conversations))).toEqual(new Set([0]));
  });

  test('list the busiest agent first, under the agent’s newest name', () => {
    const { agents, total } = teamFigures(
      [
        fact({ oid: 'b', name: 'Ben', helpful: true }),
        fact({ firstReplySeconds: 30, neededAt: after(60), name: 'Ann Marie' }),
        fact({ firstReplySeconds: 10, helpful: false }),
        fact({ closeSeconds: 50 }),
      ],
      hourOf,
    );
    expect(agents).toEqual([
      {
        ...{ oid: 'a', name: 'Ann Marie', conversations: 3, firstReplySeconds: 10, closeSeconds: 10 },
        ...{ helpful: 0, notHelpful: 1 },
      },
      {
        ...{ oid: 'b', name: 'Ben', conversations: 1, firstReplySeconds: null, closeSeconds: 10 },
        ...{ helpful: 1, notHelpful: 0 },
      },
    ]);
    expect(total).toMatchObject({ conversations: 4, helpful: 1, notHelpful: 1 });
  });

  test('use the hour in which an agent was needed, and leave out conversations without a reason', () => {
    const { hours, reasons } = teamFigures(
      [
        fact({ reason: 'visitor' }),
        fact({ neededAt: after(3_599), reason: 'message-left' }),
        fact({ neededAt: after(3_600), reason: 'message-left' }),
        fact({ neededAt: after(7_200) }),
      ],
      hourOf,
    );
    expect(
      hours.flatMap(({ hour, conversations }) => (conversations > 0 ? [[hour, conversations]] : [])),
    ).toEqual([
      [10, 2],
      [11, 1],
      [12, 1],
    ]);
    expect(reasons.map(({ reason, conversations }) => [reason, conversations])).toEqual([
      ['message-left', 2],
      ['visitor', 1],
    ]);
  });
});

test.each([
  [[], null],
  [[7], 7],
  [[9, 1], 1],
  [[10, 9, 100], 10],
  [[4, 3, 2, 1], 2],
])('the median of %j is %s', (values, expected) => {
  expect(median(values)).toBe(expected);
});

describe('the last days', () => {
  const of = (days: number, now: string, timeZone: string) =>
    lastDays(days, Date.parse(now), { zones: temporalZones, timeZone }).from;

  test.each([
    ['begin at midnight of their zone', 7, '2026-11-20T17:24:00Z', 'UTC', '2026-11-14T00:00:00.000Z'],
    [
      'follow the zone, even if it has the next date already',
      7,
      '2026-11-20T17:24:00Z',
      'Pacific/Auckland',
      '2026-11-14T11:00:00.000Z',
    ],
    [
      'count days and not 24 hours over a change of clocks',
      30,
      '2026-11-10T12:00:00Z',
      'Europe/Berlin',
      '2026-10-11T22:00:00.000Z',
    ],
    ['include the whole of today', 7, '2026-11-20T00:00:00Z', 'UTC', '2026-11-14T00:00:00.000Z'],
  ])('%s', (_name, days, now, timeZone, from) => {
    expect(of(days, now, timeZone)).toBe(from);
  });

  test('are compared with a previous range of the same length', () => {
    const now = Date.parse('2026-11-20T17:24:00Z');
    const { from, previousFrom } = lastDays(7, now, { zones: temporalZones, timeZone: 'UTC' });
    expect([previousFrom, from]).toEqual(['2026-11-07T00:00:00.000Z', '2026-11-14T00:00:00.000Z']);
  });
});
