import { describe, expect, test } from 'vitest';
import { transition, type Trigger, type TriggerType } from '../../src/core/session-state-machine.ts';
import {
  SESSION_STATUSES,
  type SessionRecord,
  type SessionStatus,
} from '../../src/conversations/records/session.ts';
import { lee, mia, sessionIn, T0, T1 } from '../support/stores/session-in.ts';

const byOwner: Record<TriggerType, Trigger> = {
  'visitor-message': { type: 'visitor-message' },
  'assistant-reply': { type: 'assistant-reply' },
  'request-human': { type: 'request-human' },
  claim: { type: 'claim', agent: mia },
  'agent-message': { type: 'agent-message', agent: mia },
  release: { type: 'release', agent: mia },
  transfer: { type: 'transfer', agent: mia, to: lee },
  close: { type: 'close', agent: mia },
  'leave-message': { type: 'leave-message' },
  'mark-urgent': { type: 'mark-urgent' },
  rate: { type: 'rate' },
  'mark-answered': { type: 'mark-answered', agent: mia },
  snooze: { type: 'snooze', agent: mia },
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
  ['open', 'leave-message', 'open'],
  ['open', 'mark-urgent', 'open'],
  ['open', 'rate', 'session-not-closed'],
  ['open', 'mark-answered', 'not-session-owner'],
  ['open', 'snooze', 'not-session-owner'],
  ['human_requested', 'visitor-message', 'human_requested'],
  ['human_requested', 'assistant-reply', 'human_requested'],
  ['human_requested', 'request-human', 'human_requested'],
  ['human_requested', 'claim', 'claimed'],
  ['human_requested', 'agent-message', 'not-session-owner'],
  ['human_requested', 'release', 'not-session-owner'],
  ['human_requested', 'transfer', 'not-session-owner'],
  ['human_requested', 'close', 'not-session-owner'],
  ['human_requested', 'leave-message', 'human_requested'],
  ['human_requested', 'mark-urgent', 'human_requested'],
  ['human_requested', 'rate', 'session-not-closed'],
  ['human_requested', 'mark-answered', 'not-session-owner'],
  ['human_requested', 'snooze', 'not-session-owner'],
  ['claimed', 'visitor-message', 'claimed'],
  ['claimed', 'assistant-reply', 'claimed'],
  ['claimed', 'request-human', 'claimed'],
  ['claimed', 'claim', 'claimed', 'already-claimed'],
  ['claimed', 'agent-message', 'claimed', 'not-session-owner'],
  ['claimed', 'release', 'human_requested', 'not-session-owner'],
  ['claimed', 'transfer', 'claimed', 'not-session-owner'],
  ['claimed', 'close', 'closed', 'not-session-owner'],
  ['claimed', 'leave-message', 'claimed'],
  ['claimed', 'mark-urgent', 'claimed'],
  ['claimed', 'rate', 'session-not-closed'],
  ['claimed', 'mark-answered', 'claimed', 'not-session-owner'],
  ['claimed', 'snooze', 'claimed', 'not-session-owner'],
  ['closed', 'visitor-message', 'session-closed'],
  ['closed', 'assistant-reply', 'closed'],
  ['closed', 'request-human', 'session-closed'],
  ['closed', 'claim', 'session-closed'],
  ['closed', 'agent-message', 'session-closed'],
  ['closed', 'release', 'session-closed'],
  ['closed', 'transfer', 'session-closed'],
  ['closed', 'close', 'closed', 'not-session-owner'],
  ['closed', 'leave-message', 'session-closed'],
  ['closed', 'mark-urgent', 'session-closed'],
  ['closed', 'rate', 'closed'],
  ['closed', 'mark-answered', 'closed', 'not-session-owner'],
  ['closed', 'snooze', 'session-closed'],
];

function resultOf(session: SessionRecord, trigger: Trigger): string {
  const outcome = transition(session, trigger, T1);
  return outcome.ok ? outcome.session.status : outcome.refusal;
}

describe('the state machine', () => {
  test('the table has one row for each state and trigger', () => {
    const pairs = new Set(table.map(([status, trigger]) => `${status} ${trigger}`));
    expect(pairs.size).toBe(SESSION_STATUSES.length * Object.keys(byOwner).length);
    expect(table).toHaveLength(pairs.size);
  });

  test.each(table)('%s + %s by the claiming agent → %s', (status, trigger, expected) => {
    expect(resultOf(sessionIn(status), byOwner[trigger])).toBe(expected);
  });

  test.each(table.filter(([, trigger]) => 'agent' in byOwner[trigger]))(
    '%s + %s by another agent → the result for the claiming agent, or a refusal',
    (status, trigger, expected, refusal) => {
      const byOther = { ...byOwner[trigger], agent: lee } as Trigger;
      expect(resultOf(sessionIn(status), byOther)).toBe(refusal ?? expected);
    },
  );

  test('a refused or ineffective trigger returns the session unchanged', () => {
    for (const [status, trigger, expected] of table) {
      if (trigger === 'transfer') continue;
      const session = sessionIn(status);
      const outcome = transition(session, byOwner[trigger], T1);
      if (outcome.ok && expected === status) expect(outcome).toEqual({ ok: true, session, changed: false });
    }
  });

  test('a claim by another agent is refused with the id of the claiming agent', () => {
    expect(transition(sessionIn('claimed'), { type: 'claim', agent: lee }, T1)).toEqual({
      ok: false,
      refusal: 'already-claimed',
      claimedBy: mia.oid,
    });
  });

  test('a claim records the agent and the time', () => {
    const outcome = transition(sessionIn('human_requested'), { type: 'claim', agent: lee }, T1);
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

  test('a release removes the claim and requests an agent again', () => {
    const outcome = transition(sessionIn('claimed'), byOwner.release, T1);
    if (!outcome.ok) throw new Error(outcome.refusal);
    expect(outcome.session.humanRequestedAt).toBe(T1);
    expect(Object.keys(outcome.session)).not.toContain('claimedBy');
  });

  test('a transfer changes the agent and keeps the time of the claim', () => {
    const outcome = transition(sessionIn('claimed'), byOwner.transfer, T1);
    expect(outcome).toMatchObject({
      ok: true,
      changed: true,
      session: { status: 'claimed', claimedBy: lee.oid, claimedByName: 'Lee', claimedAt: T0, updatedAt: T1 },
    });
  });

  test('a closed session keeps its claiming agent', () => {
    const outcome = transition(sessionIn('claimed'), byOwner.close, T1);
    expect(outcome).toMatchObject({ ok: true, session: { claimedBy: mia.oid, closedAt: T1 } });
  });
});
