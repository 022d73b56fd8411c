import { describe, expect, test } from 'vitest';
import { markUrgent, queueRank } from '../../src/domain/agent-queue.ts';
import { sessionForVisitor } from '../../src/domain/records/session.ts';
import { append } from '../../src/domain/session-messages.ts';
import { mia, sessionIn, T0, T1 } from '../support/stores/session-in.ts';

describe('messages of a session', () => {
  test('each takes the next seq and moves the session along', () => {
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

describe('what visitors see of a session', () => {
  test('the agent is a name, never an id', () => {
    const shown = sessionForVisitor(sessionIn('claimed'));
    expect(shown.agent).toEqual({ name: 'Mia' });
    expect(JSON.stringify(shown)).not.toContain(mia.oid);
  });
});

describe('the agents’ order', () => {
  test('those who wait come first, the longest waiting on top, then the newest message', () => {
    const waitingLong = { ...sessionIn('human_requested'), humanRequestedAt: T0 };
    const waitingShort = { ...sessionIn('human_requested'), humanRequestedAt: T1 };
    const newer = { ...sessionIn('open'), lastMessageAt: T1 };
    const older = { ...sessionIn('claimed'), lastMessageAt: T0 };
    const sorted = [older, waitingShort, newer, waitingLong].toSorted((a, b) =>
      queueRank(a) < queueRank(b) ? -1 : 1,
    );
    expect(sorted).toEqual([waitingLong, waitingShort, newer, older]);
  });
});

describe('urgent', () => {
  test('a conversation that is not closed is marked and unmarked', () => {
    for (const status of ['open', 'human_requested', 'claimed'] as const) {
      const marked = markUrgent(sessionIn(status), true, T1);
      if (!marked.ok) throw new Error(marked.refusal);
      expect(marked).toMatchObject({ changed: true, session: { status, urgent: true, updatedAt: T1 } });
      const unmarked = markUrgent(marked.session, false, T1);
      expect(unmarked).toEqual({ ok: true, changed: true, session: { ...sessionIn(status), updatedAt: T1 } });
    }
    expect(markUrgent(sessionIn('closed'), true, T1)).toEqual({ ok: false, refusal: 'session-closed' });
  });

  test('marking again changes nothing', () => {
    const session = sessionIn('human_requested');
    expect(markUrgent(session, false, T1)).toEqual({ ok: true, session, changed: false });
  });

  test('those that wait: urgent ones first, and the longest waiting on top of each', () => {
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
