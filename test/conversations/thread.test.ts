import { describe, expect, test } from 'vitest';
import { continuationIdOf } from '../../src/conversations/rules/ids.ts';
import type { SessionRecord } from '../../src/conversations/records/session.ts';
import { startSession } from '../../src/conversations/rules/session-messages.ts';
import { continueSession, keptForOther, mayVisitorContinue } from '../../src/conversations/rules/thread.ts';

const ID = 'bae9676d-78b8-8415-90a5-f47f9c319597';
const DAY_MS = 86_400_000;
const CLOSED_AT = '2026-11-20T17:00:00.000Z';
const at = (ms: number) => new Date(Date.parse(CLOSED_AT) + ms).toISOString();
const closed = (changes: Partial<SessionRecord> = {}): SessionRecord => ({
  ...startSession(ID, '2026-11-20T16:00:00.000Z', {}),
  status: 'closed',
  closedAt: CLOSED_AT,
  updatedAt: CLOSED_AT,
  messageCount: 4,
  claimedBy: 'lee',
  claimedByName: 'Lee',
  ...changes,
});

describe('a message of a visitor continues a closed session', () => {
  test.each<[string, SessionRecord, number, boolean]>([
    ['within the configured days', closed(), 7 * DAY_MS - 1, true],
    ['but not after the configured days', closed(), 7 * DAY_MS, false],
    [
      'but not later because it was tagged after the close',
      closed({ updatedAt: at(5 * DAY_MS) }),
      8 * DAY_MS,
      false,
    ],
    ['but not if it is still claimed', closed({ status: 'claimed' }), 1, false],
  ])('%s', (_case, session, afterMs, may) => {
    expect(mayVisitorContinue(session, Date.parse(CLOSED_AT) + afterMs, 7)).toBe(may);
  });
});

test('a continuation keeps the visitor’s state and the agent, and continues the message count', () => {
  const state = { tagIds: [ID], seenSeq: 3, anonymousSeq: 2, emailsStopped: true } as const;
  const { session, message } = continueSession(closed(state), ID, at(DAY_MS));
  expect(session).toMatchObject({
    ...state,
    sessionId: continuationIdOf(ID),
    status: 'open',
    messageCount: 5,
    earlier: [{ sessionId: ID, toSeq: 4 }],
    formerAgent: { oid: 'lee', name: 'Lee' },
  });
  expect(message).toMatchObject({ seq: 5, event: 'continued', closedAt: CLOSED_AT });
});

test('a left message counts as answered when the conversation is closed', () => {
  const contact = { email: 'mia@shop.example', leftAt: at(-1) };
  const keeps = (kept: SessionRecord['contact']) =>
    continueSession(closed({ ...(kept && { contact: kept }) }), ID, at(1)).session.contact?.answeredAt;
  expect(keeps(contact)).toBe(CLOSED_AT);
  expect(keeps({ ...contact, answeredAt: at(-5) })).toBe(at(-5));
});

describe('a waiting continuation is reserved for its agent', () => {
  const MINUTE = 60_000;
  const waiting = closed({
    status: 'human_requested',
    humanRequestedAt: at(0),
    formerAgent: { oid: 'lee', name: 'Lee' },
  });
  test.each<[string, string, number, string | undefined]>([
    ['and refused to other agents for five minutes', 'mia', 5 * MINUTE - 1, 'lee'],
    ['but not for longer', 'mia', 5 * MINUTE, undefined],
    ['and that agent may claim it', 'lee', 1, undefined],
  ])('%s', (_case, oid, afterMs, kept) => {
    expect(keptForOther(waiting, oid, Date.parse(at(afterMs)))).toBe(kept);
  });
});
