import { describe, expect, test } from 'vitest';
import { temporalZones } from '../../src/adapters/zones/temporal.ts';
import { emptyHour, type HourlyActivity } from '../../src/availability/rules/activity.ts';
import { availabilityOf, typicalReply } from '../../src/chat/rules/availability.ts';
import { teamStatus } from '../../src/availability/rules/agent-status.ts';
import { BusinessHours } from '../../src/availability/records/business-hours.ts';

const NOW = Date.parse('2026-11-20T17:24:00.000Z');
const AWAY = new Set(['lee']);

test.each([
  ['an agent is connected', { mia: 0 }, 'available'],
  ['the only one who is connected is away', { lee: 0 }, 'away'],
  ['one of two is away', { lee: 0, mia: 0 }, 'available'],
  ['the last connection ended less than two minutes ago', { mia: 119_999 }, 'available'],
  ['the last connection ended two minutes ago', { mia: 120_000 }, 'away'],
  ['no agent was ever connected', {}, 'away'],
])('%s', (_name, sinceMs: Record<string, number>, expected) => {
  const seen = new Map(Object.entries(sinceMs).map(([oid, ms]) => [oid, NOW - ms]));
  expect(teamStatus(seen, AWAY, NOW)).toBe(expected);
});

describe('the availability that visitors get', () => {
  const open = BusinessHours.parse({
    timeZone: 'UTC',
    weekly: [{ day: 'friday', from: '09:00', to: '18:00' }],
  });
  const closed = { ...open, timeZone: 'Europe/Berlin' };
  const told = (hours: BusinessHours | undefined, team: 'available' | 'away' | 'unknown', typical?: number) =>
    availabilityOf({ hours, team, typical }, NOW, temporalZones);

  test('is the team’s status during business hours, or at any time if no hours are set', () => {
    for (const hours of [open, undefined]) {
      for (const team of ['available', 'away', 'unknown'] as const) {
        expect(told(hours, team)).toEqual({ status: team });
      }
    }
  });

  test('is the next opening outside of business hours, whatever the team’s status', () => {
    for (const team of ['available', 'away', 'unknown'] as const) {
      expect(told(closed, team, 60)).toEqual({ status: 'closed', opensAt: '2026-11-27T08:00:00.000Z' });
    }
    expect(told({ ...open, weekly: [] }, 'available')).toEqual({ status: 'closed' });
  });

  test('includes the usual reply time only if an agent is available', () => {
    expect(told(open, 'available', 60)).toEqual({ status: 'available', typicalReplySeconds: 60 });
    expect(told(open, 'away', 60)).toEqual({ status: 'away' });
  });
});

describe('the usual reply time', () => {
  const hour = (start: string, replies: [number, number][]): HourlyActivity => ({
    ...emptyHour(start),
    firstReplies: new Map(replies),
  });

  test('is the median of the same hour on earlier days', () => {
    const hours = [
      hour('2026-11-18T17:00:00.000Z', [[60, 2]]),
      hour('2026-11-19T17:00:00.000Z', [[180, 3]]),
      hour('2026-11-19T16:00:00.000Z', [[5, 100]]),
    ];
    expect(typicalReply(hours, NOW)).toBe(180);
  });

  test('needs five replies', () => {
    expect(typicalReply([hour('2026-11-19T17:00:00.000Z', [[60, 4]])], NOW)).toBeUndefined();
    expect(typicalReply([hour('2026-11-19T17:00:00.000Z', [[60, 5]])], NOW)).toBe(60);
    expect(typicalReply([], NOW)).toBeUndefined();
  });
});
