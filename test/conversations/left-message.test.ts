import { describe, expect, test } from 'vitest';
import { leaveMessage, markAnswered } from '../../src/conversations/rules/left-message.ts';
import { SESSION_STATUSES, type SessionRecord } from '../../src/conversations/records/session.ts';
import { startSession } from '../../src/conversations/rules/session-messages.ts';

const T0 = '2026-11-20T09:00:00.000Z';
const T1 = '2026-11-20T09:05:00.000Z';
const T2 = '2026-11-21T09:00:00.000Z';
const SESSION = '11111111-1111-4111-8111-111111111111';
const MESSAGE = '22222222-2222-4222-8222-222222222222';
const mia = { oid: 'mia', name: 'Mia' };
const ben = { oid: 'ben', name: 'Ben' };
const details = { email: 'vera@example.com' };
const draft = { id: MESSAGE, role: 'visitor', content: 'Do you ship to Norway?', queued: true } as const;

const inState = (status: SessionRecord['status'], more: Partial<SessionRecord> = {}): SessionRecord => ({
  ...startSession(SESSION, T0),
  status,
  ...(status !== 'open' && status !== 'human_requested' && { claimedBy: 'mia', claimedByName: 'Mia' }),
  ...more,
});

function left(session: SessionRecord, what: Parameters<typeof leaveMessage>[1], now = T1) {
  const outcome = leaveMessage(session, what, now);
  if (!outcome.ok) throw new Error(outcome.refusal);
  return outcome;
}

describe('a visitor leaves a message', () => {
  test('in an open conversation, which appends it and puts the visitor in the queue', () => {
    const { session, messages, isNews } = left(inState('open'), { details, draft });
    expect(session).toMatchObject({
      status: 'human_requested',
      humanRequestedAt: T1,
      messageCount: 2,
      opening: draft.content,
      contact: { ...details, leftAt: T1 },
    });
    expect(messages.map(({ seq, role, event }) => [seq, role, event])).toEqual([
      [1, 'visitor', undefined],
      [2, 'system', 'human-requested'],
    ]);
    expect(isNews).toBe(true);
  });

  test.each(['human_requested', 'claimed'] as const)(
    'in a conversation that is %s, whose state does not change',
    (status) => {
      const { session, messages, isNews } = left(inState(status), { details, draft });
      expect(session).toMatchObject({ status, contact: { ...details, leftAt: T1 } });
      expect(messages.map(({ role }) => role)).toEqual(['visitor']);
      expect(isNews).toBe(true);
    },
  );

  test('in a closed conversation, which is refused', () => {
    expect(leaveMessage(inState('closed'), { details, draft }, T1)).toEqual({
      ok: false,
      refusal: 'session-closed',
    });
  });

  test('without a new message if the question is stored already', () => {
    const { session, messages } = left(inState('human_requested'), { details });
    expect(messages).toEqual([]);
    expect(session.contact).toEqual({ ...details, leftAt: T1 });
  });
});

describe('a message that is left again', () => {
  const once = left(inState('open'), { details, draft }).session;

  test('with the same details changes nothing', () => {
    expect(left(once, { details }, T2)).toMatchObject({ changed: false, isNews: false, session: once });
  });

  test('replaces the contact details completely', () => {
    const { session, isNews } = left(once, { details: { phone: '+49 30 12345' } }, T2);
    expect(session.contact).toEqual({ phone: '+49 30 12345', leftAt: T1 });
    expect(isNews).toBe(false);
  });

  const answered = { ...once, contact: { ...details, leftAt: T1, answeredAt: T1 } };

  test('after an answer waits for an answer again', () => {
    const { session, isNews } = left(answered, { details, draft: { ...draft, id: SESSION } }, T2);
    expect(session.contact).toEqual({ ...details, leftAt: T2 });
    expect(isNews).toBe(true);
  });

  test('with only a new address does not wait for an answer again', () => {
    const { session, isNews } = left(answered, { details: { email: 'v@example.com' } }, T2);
    expect(session.contact).toEqual({ email: 'v@example.com', leftAt: T1, answeredAt: T1 });
    expect(isNews).toBe(false);
  });
});

describe('a message is marked as answered', () => {
  const contact = { ...details, leftAt: T0 };
  const mark = (session: SessionRecord, answered: boolean, agent = mia) =>
    markAnswered(session, { answered, agent }, T1);

  test.each(['claimed', 'closed'] as const)(
    'and unmarked by the agent of a conversation that is %s',
    (status) => {
      const marked = mark(inState(status, { contact }), true);
      expect(marked).toMatchObject({ ok: true, changed: true });
      if (!marked.ok) return;
      expect(marked.session).toMatchObject({
        status,
        updatedAt: T1,
        contact: { ...contact, answeredAt: T1 },
      });
      expect(mark(marked.session, true)).toMatchObject({ changed: false });
      const back = mark(marked.session, false);
      expect(back).toMatchObject({ changed: true, leftAnswer: { seconds: 300, count: -1 } });
      expect(back.ok && back.session.contact).toEqual(contact);
    },
  );

  test.each(SESSION_STATUSES)('and other agents are refused in a conversation that is %s', (status) => {
    expect(mark(inState(status, { contact }), true, ben)).toEqual({
      ok: false,
      refusal: 'not-session-owner',
    });
  });

  test('and a conversation without a left message is refused', () => {
    expect(mark(inState('claimed'), true)).toEqual({ ok: false, refusal: 'no-message-left' });
  });
});
