import { describe, expect, test } from 'vitest';
import { markUrgent, queueRank } from '../../src/conversations/rules/agent-queue.ts';
import { sessionForVisitor } from '../../src/conversations/records/session-for-visitor.ts';
import { append } from '../../src/conversations/rules/session-messages.ts';
import { mia, sessionIn, T0, T1 } from '../support/stores/session-in.ts';

describe('messages of a session', () => {
  test('each get the next seq and update the session', () => {
    const first = append(sessionIn('open'), { id: 'a', role: 'visitor', content: 'Hello' }, T0);
    const second = append(first.session, { id: 'b', role: 'assistant', content: 'Hi\n\nthere' }, T1);
    expect([first.message.seq, second.message.seq]).toEqual([1, 2]);
    expect(second.session).toMatchObject({
      messageCount: 2,
      lastMessageAt: T1,
      preview: 'Hi there',
      opening: 'Hello',
    });
  });
});

describe('a session as visitors get it', () => {
  test('contains the agent’s name and never the agent’s id', () => {
    const shown = sessionForVisitor(sessionIn('claimed'));
    expect(shown.agent).toEqual({ name: 'Mia' });
    expect(JSON.stringify(shown)).not.toContain(mia.oid);
  });
});

describe('the order of the agents’ list', () => {
  test('lists waiting conversations first, the longest waiting on top, then by newest message', () => {
    const waitingLong = { ...sessionIn('human_requested'), humanRequestedAt: T0 };
    const waitingShort = { ...sessionIn('human_requested'), humanRequestedAt: T1 };
    const newer = { ...sessionIn('open'), lastMessageAt: T1 };
    const older = { ...sessionIn('claimed'), lastMessageAt: T0 };
    const sorted = [older, waitingShort, newer, waitingLong].toSorted((a, b) =>
      queueRank(a) < queueRank(b) ? -1 : 1,
    );
    expect(sorted).toEqual([waitingLong, waitingShort, newer, older]);
  });

  test('does not depend on a closed conversation that was continued', () => {
    const closed = sessionIn('closed');
    const continuedBy = closed.sessionId;
    expect(queueRank({ ...closed, continuedBy }) > queueRank(closed)).toBe(true);
  });
});

describe('the urgent mark', () => {
  test('can be set and removed while a conversation is not closed', () => {
    for (const status of ['open', 'human_requested', 'claimed'] as const) {
      const marked = markUrgent(sessionIn(status), true, T1);
      if (!marked.ok) throw new Error(marked.refusal);
      expect(marked).toMatchObject({ changed: true, session: { status, urgent: true, updatedAt: T1 } });
      const unmarked = markUrgent(marked.session, false, T1);
      expect(unmarked).toEqual({ ok: true, changed: true, session: { ...sessionIn(status), updatedAt: T1 } });
    }
    expect(markUrgent(sessionIn('closed'), true, T1)).toEqual({ ok: false, refusal: 'session-closed' });
  });

  test('changes nothing if it is already set or removed', () => {
    const session = sessionIn('human_requested');
    expect(markUrgent(session, false, T1)).toEqual({ ok: true, session, changed: false });
  });

  test('puts urgent conversations first, and within each part the longest waiting on top', () => {
    const waiting = sessionIn('human_requested');
    const later = { ...waiting, humanRequestedAt: T1 };
    const ranks = [
      { ...waiting, urgent: true as const },
      { ...later, urgent: true as const },
      waiting,
      later,
      sessionIn('open'),
    ].map(queueRank);
    expect(ranks).toEqual([...ranks].sort());
  });
});
