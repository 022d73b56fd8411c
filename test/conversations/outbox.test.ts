import { describe, expect, test } from 'vitest';
import {
  afterAttempt,
  blockerOf,
  endsWithWaiting,
  GIVE_UP_MS,
} from '../../src/notifications/rules/deliveries.ts';
import { addNotice, deadSince, dueAt, noticeOf } from '../../src/conversations/rules/outbox.ts';
import type { Delivery, OutboxEntry } from '../../src/conversations/records/outbox-entry.ts';
import { SESSION_STATUSES, type SessionRecord } from '../../src/conversations/records/session.ts';
import { startSession } from '../../src/conversations/rules/session-messages.ts';

const T0 = '2026-11-20T09:00:00.000Z';
const SESSION = '11111111-1111-4111-8111-111111111111';
const ENTRY = '22222222-2222-4222-8222-222222222222';
const at = (seconds: number) => new Date(Date.parse(T0) + seconds * 1_000).toISOString();

const opened = startSession(SESSION, T0, { origin: 'https://shop.example', locale: 'de-DE' });
const inState = (status: SessionRecord['status']): SessionRecord => ({
  ...opened,
  status,
  ...(status === 'human_requested' && { humanRequestedAt: T0 }),
});
const waiting = inState('human_requested');

describe('a change of a conversation creates a notice', () => {
  const kinds = { human_requested: 'session.handoff', claimed: 'session.claimed', closed: 'session.closed' };
  const moves = SESSION_STATUSES.flatMap((from) => SESSION_STATUSES.map((to) => [from, to] as const));

  test.each(moves)('from %s to %s', (from, to) => {
    const expected = from === to || to === 'open' ? undefined : kinds[to];
    expect(noticeOf(inState(from), inState(to))).toBe(expected);
  });

  test('except at the start of a conversation with the assistant', () => {
    expect(noticeOf(undefined, opened)).toBeUndefined();
  });
});

test.each([
  ['reminder', true],
  ['escalation', true],
  ['notice', false],
  ['check', false],
])('a %s is dropped when the visitor no longer waits: %s', (step, expected) => {
  const entry = { facts: { waitingSince: T0 } };
  expect(endsWithWaiting(entry, { step }, { onlyWhileWaiting: false })).toBe(expected);
});

describe('a stored notice', () => {
  const { session, entry } = addNotice(waiting, {
    id: ENTRY,
    kind: 'session.handoff',
    channels: ['teams-workflow', 'events'],
  });

  test('names where and since when the visitor waits, and contains no text', () => {
    expect(entry.facts).toEqual({ sourceDomain: 'shop.example', language: 'de-DE', waitingSince: T0 });
  });

  test('names the tags of the conversation by their ids', () => {
    const tagged = addNotice(
      { ...waiting, tagIds: [SESSION] },
      { id: ENTRY, kind: 'session.handoff', channels: [] },
    );
    expect(tagged.entry.facts.tagIds).toEqual([SESSION]);
  });

  test('is numbered within its conversation, in order', () => {
    expect([entry.order, session.notices]).toEqual([1, 1]);
    const next = addNotice(session, { id: ENTRY, kind: 'session.claimed', channels: ['events'] });
    expect([next.entry.order, next.session.notices]).toEqual([2, 2]);
  });

  test('for an e-mail belongs to the series of its kind and address', () => {
    const other = '33333333-3333-4333-8333-333333333333';
    const third = '44444444-4444-4444-8444-444444444444';
    const common = { to: 'vera@example.com', at: T0, state: 'waiting' } as const;
    const seriesOf = (emails: SessionRecord['emails'], id: string) =>
      addNotice({ ...waiting, ...(emails && { emails }) }, { id, kind: 'email', channels: ['email'] }).entry
        .series;
    const first = { ...common, id: ENTRY, kind: 'reply' } as const;
    expect(seriesOf([first], ENTRY)).toBe(ENTRY);
    expect(seriesOf([first, { ...first, id: other }], other)).toBe(ENTRY);
    expect(seriesOf([first, { ...first, id: other, kind: 'unseen' }], other)).toBe(other);
    expect(seriesOf([first, { ...first, id: third, to: 'lee@example.com' }], third)).toBe(third);
    expect(entry).not.toHaveProperty('series');
  });

  test('is due immediately for each channel, and reserved for 30 seconds for the instance that stored it', () => {
    expect(entry.deliveries.map(({ channel, nextAt }) => [channel, nextAt])).toEqual([
      ['teams-workflow', T0],
      ['events', T0],
    ]);
    expect(dueAt(entry)).toBe(at(30));
  });

  const delivery = (change: Partial<Delivery>): Delivery => ({
    channel: 'events',
    step: 'notice',
    dueSince: T0,
    nextAt: T0,
    attempts: 1,
    ...change,
  });

  test.each<[string, Partial<Delivery>[], string | undefined, string | undefined]>([
    ['one that waits', [{ nextAt: at(90) }], at(90), undefined],
    ['the sooner of two', [{ nextAt: at(120) }, { nextAt: at(90) }], at(90), undefined],
    ['one that is given up', [{ deadSince: at(9) }], undefined, at(9)],
    ['one of each', [{ deadSince: at(9) }, { nextAt: at(90) }], at(90), at(9)],
    ['the later of two given up', [{ deadSince: at(9) }, { deadSince: at(12) }], undefined, at(12)],
    ['none', [], undefined, undefined],
  ])('with %s', (_which, deliveries, due, dead) => {
    const { leasedUntil: _l, ...free } = entry;
    const changed = { ...free, deliveries: deliveries.map(delivery) };
    expect(dueAt(changed)).toBe(due);
    expect(deadSince(changed)).toBe(dead);
  });
});

describe('an e-mail waits', () => {
  const emailAt = (order: number, nextAt: string, series: string): OutboxEntry => ({
    ...{ id: ENTRY, sessionId: SESSION, order, series, kind: 'email', at: T0, facts: {} },
    deliveries: [{ channel: 'email', step: 'notice', dueSince: T0, nextAt, attempts: 0 }],
  });
  const second = emailAt(2, T0, ENTRY);

  test.each([
    ['for a due e-mail of its series', emailAt(1, T0, ENTRY), true],
    ['but not for one that is due later', emailAt(1, at(1), ENTRY), false],
    ['but not for one of another series', emailAt(1, T0, SESSION), false],
    ['but not for a later one', emailAt(3, T0, ENTRY), false],
  ])('%s', (_case, other, expected) => {
    const [delivery] = second.deliveries;
    expect(delivery && blockerOf(delivery, second, [other, second], T0)).toBe(expected ? other : undefined);
  });
});

test.each([0, 0.5, 1])('a delivery that fails is tried for 24 hours, with jitter %s', (jitter) => {
  let entry: OutboxEntry = {
    ...{ id: ENTRY, sessionId: SESSION, order: 1, kind: 'email', at: T0, facts: {} },
    deliveries: [{ channel: 'email', step: 'notice', dueSince: T0, nextAt: T0, attempts: 0 }],
  };
  for (;;) {
    const [delivery] = entry.deliveries;
    if (!delivery || delivery.deadSince !== undefined) break;
    const context = { nowMs: Date.parse(delivery.nextAt), jitter, followUps: {} };
    entry = afterAttempt(entry, delivery, { ok: false, permanent: false, code: 'unreachable' }, context);
  }
  const lastMs = Date.parse(entry.deliveries[0]?.deadSince ?? '') - Date.parse(T0);
  expect(lastMs).toBeGreaterThan(GIVE_UP_MS - 3_600_000);
  expect(lastMs).toBeLessThanOrEqual(GIVE_UP_MS);
});
