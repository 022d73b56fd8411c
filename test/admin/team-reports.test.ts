import { expect, test } from 'vitest';
import { temporalZones } from '../../src/adapters/zones/temporal.ts';
import type { SessionRecord } from '../../src/conversations/records/session.ts';
import { startSession } from '../../src/conversations/rules/session-messages.ts';
import type { ClosedQuery } from '../../src/ports.ts';
import { teamReports } from '../../src/admin/team-reports.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const NOW = Date.parse('2026-11-20T17:24:00.000Z');
const store = freshFixture(() => openSqlite());

/** The session that was closed some seconds before now. */
function closedBefore(seconds: number): SessionRecord {
  const at = new Date(NOW - seconds * 1000).toISOString();
  const sessionId = `7b0f6e8e-6a3c-4d5e-9f10-${String(seconds).padStart(12, '0')}`;
  const agent = { claimedBy: 'oid-1', claimedByName: 'Mia', claimedAt: at };
  return { ...startSession(sessionId, at), ...agent, status: 'closed', closedAt: at };
}

/** A report on a list of sessions, newest first, and the queries that it made. */
function reportOn(sessions: readonly SessionRecord[]) {
  const queries: ClosedQuery[] = [];
  const conversations: typeof store.conversations = {
    ...store.conversations,
    closed(query) {
      // The days before the report have no conversations.
      if (query.to < new Date(NOW).toISOString()) return Promise.resolve({ items: [] });
      queries.push(query);
      const start = Number(query.cursor ?? 0);
      const end = start + query.limit;
      const items = sessions.slice(start, end);
      return Promise.resolve({ items, ...(end < sessions.length && { nextCursor: String(end) }) });
    },
  };
  const reports = teamReports({
    clock: manualClock(NOW),
    store: conversations,
    zones: () => Promise.resolve(temporalZones),
  });
  return { queries, read: () => reports.read(90, 'UTC') };
}

const sessions = (count: number) => Array.from({ length: count }, (_, at) => closedBefore(at + 1));

test.each([
  [0, 1],
  [500, 1],
  [501, 2],
  [5_000, 10],
])('a report on %i conversations takes %i reads', async (count, reads) => {
  const { queries, read } = reportOn(sessions(count));
  const report = await read();
  expect([report.total.conversations, report.isPartial]).toEqual([count, false]);
  expect(report.from).toBe('2026-08-23T00:00:00.000Z');
  expect(queries).toHaveLength(reads);
});

test('a report makes at most ten reads, counts the newest 5 000 conversations, and states the date that it starts at', async () => {
  const { queries, read } = reportOn(sessions(6_000));
  const report = await read();
  expect(queries).toHaveLength(10);
  expect([report.total.conversations, report.isPartial]).toEqual([5_000, true]);
  expect(report.from).toBe(closedBefore(5_000).closedAt);
});
