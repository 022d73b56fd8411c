import { describe, expect, test } from 'vitest';
import { transition } from '../../src/core/session-state-machine.ts';
import type { SessionRecord } from '../../src/conversations/records/session.ts';
import { append } from '../../src/conversations/rules/session-messages.ts';
import { isSnoozed, isSnoozeTime, UNTIL_MESSAGE, snooze } from '../../src/conversations/rules/snooze.ts';
import { lee, mia, sessionIn, T0, T1 } from '../support/stores/session-in.ts';

const LATER = '2027-01-04T09:00:00.000Z';
const snoozed = (until = LATER): SessionRecord => ({ ...sessionIn('claimed'), snoozedUntil: until });

describe('snoozing', () => {
  test('keeps the status, and changes nothing if repeated with the same time', () => {
    const first = snooze(sessionIn('claimed'), { agent: mia, until: LATER }, T1);
    expect(first).toEqual({ ok: true, changed: true, session: { ...snoozed(), updatedAt: T1 } });
    expect(snooze(snoozed(), { agent: mia, until: LATER }, T1)).toEqual({
      ok: true,
      changed: false,
      session: snoozed(),
    });
  });

  test('can be ended by the agent of the conversation', () => {
    expect(snooze(snoozed(), { agent: mia, until: undefined }, T1)).toEqual({
      ok: true,
      changed: true,
      session: { ...sessionIn('claimed'), updatedAt: T1 },
    });
  });

  test('is refused to other agents and in other statuses', () => {
    const until = LATER;
    expect(snooze(sessionIn('claimed'), { agent: lee, until }, T1)).toMatchObject({
      refusal: 'not-session-owner',
    });
    expect(snooze(sessionIn('open'), { agent: mia, until }, T1)).toMatchObject({
      refusal: 'not-session-owner',
    });
    expect(snooze(sessionIn('closed'), { agent: mia, until }, T1)).toMatchObject({
      refusal: 'session-closed',
    });
  });

  test.each([
    ['visitor', false],
    ['agent', true],
    ['assistant', true],
    ['system', true],
  ] as const)('after a message of role %s continues: %s', (role, goesOn) => {
    const { session } = append(snoozed(UNTIL_MESSAGE), { id: 'a', role, content: 'Hello' }, T1);
    expect(session.snoozedUntil).toBe(goesOn ? UNTIL_MESSAGE : undefined);
  });

  test.each([
    { type: 'close', agent: mia },
    { type: 'release', agent: mia },
    { type: 'transfer', agent: mia, to: lee },
  ] as const)('ends with the trigger $type', (trigger) => {
    const outcome = transition(snoozed(), trigger, T1);
    expect(outcome).toMatchObject({ ok: true, changed: true });
    expect(outcome).not.toHaveProperty('session.snoozedUntil');
  });

  test('ends at its time', () => {
    const at = Date.parse(LATER);
    expect([isSnoozed(snoozed(), at - 1), isSnoozed(snoozed(), at)]).toEqual([true, false]);
    expect(isSnoozed(snoozed(UNTIL_MESSAGE), at)).toBe(true);
    expect(isSnoozed(sessionIn('claimed'), at)).toBe(false);
  });

  test('accepts future times up to a year ahead', () => {
    const now = Date.parse(T0);
    const ahead = (ms: number) => isSnoozeTime(new Date(now + ms).toISOString(), now);
    expect([ahead(-1), ahead(0), ahead(1), ahead(366 * 86_400_000), ahead(366 * 86_400_000 + 1)]).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
  });
});
