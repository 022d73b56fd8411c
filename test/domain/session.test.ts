import { describe, expect, test } from 'vitest';
import {
  append,
  apply,
  markUrgent,
  queueRank,
  startSession,
  type Trigger,
  type TriggerType,
} from '../../src/domain/session.ts';
import {
  sessionForVisitor,
  SESSION_STATUSES,
  type SessionRecord,
  type SessionStatus,
} from '../../src/domain/records/session.ts';

const T0 = '2026-11-20T09:00:00.000Z';
const T1 = '2026-11-20T09:05:00.000Z';
const mia = { oid: 'oid-mia', name: 'Mia' };
const lee = { oid: 'oid-lee', name: 'Lee' };

function sessionIn(status: SessionStatus): SessionRecord {
  const open = startSession('11111111-1111-4111-8111-111111111111', T0);
  if (status === 'open') return open;
  if (status === 'human_requested') return { ...open, status, humanRequestedAt: T0 };
  const claimed = { ...open, claimedBy: mia.oid, claimedByName: mia.name, claimedAt: T0 };
  return status === 'claimed' ? { ...claimed, status } : { ...claimed, status, closedAt: T0 };
}

const byOwner: Record<TriggerType, Trigger> = {
  'visitor-message': { type: 'visitor-message' },
  'assistant-reply': { type: 'assistant-reply' },
  'request-human': { type: 'request-human' },
  claim: { type: 'claim', agent: mia },
  'agent-message': { type: 'agent-message', agent: mia },
  release: { type: 'release', agent: mia },
  transfer: { type: 'transfer', agent: mia, to: lee },
  close: { type: 'close', agent: mia },
};

/**
 * Every state × every trigger: the state after it, or the refusal; by the claiming agent, then by another.
 */
const table: [SessionStatus, TriggerType, string, string?][] = [
  ['open', 'visitor-message', 'open'],
  ['open', 'assistant-reply', 'open'],
  ['open', 'request-human', 'human_requested'],
  ['open', 'claim', 'claimed'],
  ['open', 'agent-message', 'not-session-owner'],
  ['open', 'release', 'not-session-owner'],
  ['open', 'transfer', 'not-session-owner'],
  ['open', 'close', 'not-session-owner'],
  ['human_requested', 'visitor-message', 'human_requested'],
  ['human_requested', 'assistant-reply', 'human_requested'],
  ['human_requested', 'request-human', 'human_requested'],
  ['human_requested', 'claim', 'claimed'],
  ['human_requested', 'agent-message', 'not-session-owner'],
  ['human_requested', 'release', 'not-session-owner'],
  ['human_requested', 'transfer', 'not-session-owner'],
  ['human_requested', 'close', 'not-session-owner'],
  ['claimed', 'visitor-message', 'claimed'],
  ['claimed', 'assistant-reply', 'claimed'],
  ['claimed', 'request-human', 'claimed'],
  ['claimed', 'claim', 'claimed', 'already-claimed'],
  ['claimed', 'agent-message', 'claimed', 'not-session-owner'],
  ['claimed', 'release', 'human_requested', 'not-session-owner'],
  ['claimed', 'transfer', 'claimed', 'not-session-owner'],
  ['claimed', 'close', 'closed', 'not-session-owner'],
  ['closed', 'visitor-message', 'session-closed'],
  ['closed', 'assistant-reply', 'closed'],
  ['closed', 'request-human', 'session-closed'],
  ['closed', 'claim', 'session-closed'],
  ['closed', 'agent-message', 'session-closed'],
  ['closed', 'release', 'session-closed'],
  ['closed', 'transfer', 'session-closed'],
  ['closed', 'close', 'closed', 'not-session-owner'],
];

function resultOf(session: SessionRecord, trigger: Trigger): string {
  const outcome = apply(session, trigger, T1);
  return outcome.ok ? outcome.session.status : outcome.refusal;
}

describe('the state machine', () => {
  test('the table names every state with every trigger once', () => {
    const pairs = new Set(table.map(([status, trigger]) => `${status} ${trigger}`));
    expect(pairs.size).toBe(SESSION_STATUSES.length * Object.keys(byOwner).length);
    expect(table).toHaveLength(pairs.size);
  });

  test.each(table)('%s + %s by the claiming agent → %s', (status, trigger, expected) => {
    expect(resultOf(sessionIn(status), byOwner[trigger])).toBe(expected);
  });

  test.each(table.filter(([, trigger]) => 'agent' in byOwner[trigger]))(
    '%s + %s by another agent → the owner’s result or the refusal of strangers',
    (status, trigger, expected, refusal) => {
      const byOther = { ...byOwner[trigger], agent: lee } as Trigger;
      expect(resultOf(sessionIn(status), byOther)).toBe(refusal ?? expected);
    },
  );

  test('a refused or idle trigger hands back the very same session', () => {
    for (const [status, trigger, expected] of table) {
      if (trigger === 'transfer') continue;
      const session = sessionIn(status);
      const outcome = apply(session, byOwner[trigger], T1);
      if (outcome.ok && expected === status) expect(outcome).toEqual({ ok: true, session, changed: false });
    }
  });

  test('a claim by another agent is refused with the name of who has it', () => {
    expect(apply(sessionIn('claimed'), { type: 'claim', agent: lee }, T1)).toEqual({
      ok: false,
      refusal: 'already-claimed',
      claimedBy: mia.oid,
    });
  });

  test('a claim records who and when', () => {
    const outcome = apply(sessionIn('human_requested'), { type: 'claim', agent: lee }, T1);
    expect(outcome).toMatchObject({
      ok: true,
      changed: true,
      session: {
        claimedBy: lee.oid,
        claimedByName: 'Lee',
        claimedAt: T1,
        updatedAt: T1,
        humanRequestedAt: T0,
      },
    });
  });

  test('a release gives the claim up and asks for a person anew', () => {
    const outcome = apply(sessionIn('claimed'), byOwner.release, T1);
    if (!outcome.ok) throw new Error(outcome.refusal);
    expect(outcome.session.humanRequestedAt).toBe(T1);
    expect(Object.keys(outcome.session)).not.toContain('claimedBy');
  });

  test('a transfer names the colleague and leaves the time of the claim as it was', () => {
    const outcome = apply(sessionIn('claimed'), byOwner.transfer, T1);
    expect(outcome).toMatchObject({
      ok: true,
      changed: true,
      session: { status: 'claimed', claimedBy: lee.oid, claimedByName: 'Lee', claimedAt: T0, updatedAt: T1 },
    });
  });

  test('a closed session keeps who had it', () => {
    const outcome = apply(sessionIn('claimed'), byOwner.close, T1);
    expect(outcome).toMatchObject({ ok: true, session: { claimedBy: mia.oid, closedAt: T1 } });
  });
});

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
