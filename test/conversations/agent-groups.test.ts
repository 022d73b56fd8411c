import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  agentRank,
  agentGroupWidgets,
  waitsForOwnGroups,
} from '../../src/conversations/rules/agent-groups.ts';
import { startSession } from '../../src/conversations/rules/session-messages.ts';
import { SESSION_STATUSES, type SessionRecord } from '../../src/conversations/records/session.ts';

const AT = '2026-11-20T09:00:00.000Z';
const SALES = { id: 'w-sales', agentGroups: ['Sales', '6F9619FF-8B86-D011-B42D-00CF4FC964FF'] };
const SUPPORT = { id: 'w-support', agentGroups: ['Support'] };
const ANYONE = { id: 'w-anyone', agentGroups: [] };

const stamp = (id: string) => ({ id, name: id, primaryDomain: 'shop.example' });

function session(sessionId: string, changes: Partial<SessionRecord>): SessionRecord {
  return { ...startSession(sessionId, AT), ...changes };
}

describe('the widgets of an agent', () => {
  it.each([
    [['Sales'], ['w-sales']],
    [['sales'], ['w-sales']],
    [[' Sales '], ['w-sales']],
    [['6f9619ff-8b86-d011-b42d-00cf4fc964ff'], ['w-sales']],
    [
      ['Support', 'Sales'],
      ['w-sales', 'w-support'],
    ],
    [['Sale'], []],
    [[''], []],
    [[], []],
  ])('in the groups %j are %j', (memberships, own) => {
    expect([...agentGroupWidgets([SALES, SUPPORT, ANYONE], { memberships })]).toEqual(own);
  });
});

describe('the queue of an agent', () => {
  const own = new Set(['w-sales']);
  const waiting = (id: string, minute: number, changes: Partial<SessionRecord> = {}) =>
    session(id, {
      status: 'human_requested',
      humanRequestedAt: `2026-11-20T09:${String(minute).padStart(2, '0')}:00.000Z`,
      ...changes,
    });

  it('lists waiting conversations of the agent’s groups first, urgent ones first in each part, then the longest waiting', () => {
    const expected = [
      waiting('own-urgent', 40, { widget: stamp('w-sales'), urgent: true }),
      waiting('own-long', 10, { widget: stamp('w-sales') }),
      waiting('own-short', 30, { widget: stamp('w-sales') }),
      waiting('other-urgent', 50, { widget: stamp('w-support'), urgent: true }),
      waiting('plain-long', 5),
      waiting('other-short', 45, { widget: stamp('w-support') }),
      session('own-claimed', { status: 'claimed', widget: stamp('w-sales') }),
    ];
    const shuffled = fc.shuffledSubarray(expected, { minLength: expected.length });
    fc.assert(
      fc.property(shuffled, (sessions) => {
        const ordered = sessions.toSorted((a, b) => (agentRank(a, own) < agentRank(b, own) ? -1 : 1));
        expect(ordered).toEqual(expected);
      }),
    );
  });

  it.each(SESSION_STATUSES)(
    'counts a conversation that is %s as waiting for the agent’s group only if a person was requested',
    (status) => {
      const one = session('one', { status, widget: stamp('w-sales') });
      expect(waitsForOwnGroups(one, own)).toBe(status === 'human_requested');
      expect(waitsForOwnGroups({ ...one, widget: stamp('w-support') }, own)).toBe(false);
      expect(waitsForOwnGroups(session('plain', { status }), own)).toBe(false);
    },
  );
});
