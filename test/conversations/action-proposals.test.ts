import { describe, expect, it } from 'vitest';
import {
  decide as decideFor,
  createProposal,
  completedProposal,
  type Decision,
} from '../../src/conversations/rules/proposals.ts';
import { PROPOSAL_STATES, type StoredProposal } from '../../src/conversations/records/proposal.ts';
import { SESSION_STATUSES } from '../../src/conversations/records/session.ts';

const NOW = Date.parse('2026-11-20T17:24:00.000Z');
const MINUTE = 60_000;
const action = { id: 'a-1', etag: '"1"', name: 'cancel_order', title: 'Cancel an order' };
const prepared = {
  action,
  values: { orderNumber: '10423' },
  question: 'Cancel order 10423?',
  shown: [{ label: 'Order number', value: '10423' }],
};
const proposed = (agent?: string): StoredProposal =>
  createProposal(prepared, { id: 'p-1', nowMs: NOW, agent });
const decide = (
  session: Parameters<typeof decideFor>[0],
  proposal: StoredProposal,
  ...how: [Decision, number]
) => decideFor(session, { seq: 2, proposal }, ...how);
const open = { status: 'open' } as const;
const claimedBy = (oid: string) => ({ status: 'claimed', claimedBy: oid }) as const;

describe('a proposal of an action', () => {
  it('has the exact values and expires after ten minutes', () => {
    expect(proposed()).toEqual({
      id: 'p-1',
      title: 'Cancel an order',
      question: 'Cancel order 10423?',
      values: prepared.shown,
      expiresAt: '2026-11-20T17:34:00.000Z',
      state: 'waiting',
      request: { actionId: 'a-1', name: 'cancel_order', etag: '"1"', values: prepared.values },
    });
    expect(decide(open, proposed(), 'confirm', NOW + 10 * MINUTE - 1)).toMatchObject({
      kind: 'changed',
      proposal: { state: 'running' },
    });
    expect(decide(open, proposed(), 'confirm', NOW + 10 * MINUTE)).toMatchObject({
      kind: 'changed',
      proposal: { state: 'expired' },
    });
  });

  it('from before the visitor signed in has expired, because another person may have asked for it', () => {
    for (const [anonymousSeq, state] of [
      [1, 'running'],
      [2, 'expired'],
      [3, 'expired'],
    ] as const) {
      const outcome = decide({ ...open, anonymousSeq }, proposed(), 'confirm', NOW);
      expect(outcome).toMatchObject({ kind: 'changed', proposal: { state } });
    }
  });

  it.each(PROPOSAL_STATES.filter((state) => state !== 'waiting'))(
    'that is %s does not change, whatever the visitor decides',
    (state) => {
      const decided = { ...proposed(), state, confirmedAt: new Date(NOW).toISOString() };
      for (const decision of ['confirm', 'cancel'] satisfies Decision[]) {
        expect(decide(open, decided, decision, NOW + MINUTE)).toEqual({ kind: 'kept', proposal: decided });
      }
    },
  );

  it('that runs longer than any call counts as lost by its instance', () => {
    const running = { ...proposed(), state: 'running' as const, confirmedAt: new Date(NOW).toISOString() };
    expect(decide(open, running, 'confirm', NOW + MINUTE + 1)).toEqual({
      kind: 'lost',
      proposal: running,
    });
  });

  it.each(SESSION_STATUSES)(
    'of the assistant is confirmed unless an agent has joined or the conversation is closed: %s',
    (status) => {
      const outcome = decide({ status, claimedBy: 'oid-1' }, proposed(), 'confirm', NOW);
      const expected = {
        open: { kind: 'changed' },
        human_requested: { kind: 'changed' },
        claimed: { kind: 'refused', refusal: 'agent-has-joined' },
        closed: { kind: 'refused', refusal: 'session-closed' },
      }[status];
      expect(outcome).toMatchObject(expected);
    },
  );

  it('of an agent can be confirmed only while that agent has the conversation', () => {
    expect(decide(claimedBy('oid-1'), proposed('oid-1'), 'confirm', NOW)).toMatchObject({ kind: 'changed' });
    for (const session of [claimedBy('oid-2'), open]) {
      expect(decide(session, proposed('oid-1'), 'confirm', NOW)).toEqual({
        kind: 'refused',
        refusal: 'agent-has-joined',
      });
    }
  });

  it('can be canceled after an agent has joined and after it has expired', () => {
    const canceled = { kind: 'changed', proposal: { state: 'canceled' } };
    expect(decide(claimedBy('oid-1'), proposed(), 'cancel', NOW)).toMatchObject(canceled);
    expect(decide(open, proposed(), 'cancel', NOW + 11 * MINUTE)).toMatchObject(canceled);
  });

  it.each([
    ['answered', 'done'],
    ['refused', 'failed'],
    ['failed', 'failed'],
  ] as const)('whose run was %s becomes %s', (outcome, state) => {
    expect(completedProposal(proposed(), outcome).state).toBe(state);
  });
});
