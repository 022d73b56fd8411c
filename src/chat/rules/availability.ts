import type { HourlyActivity } from '../../availability/rules/activity.ts';
import type { TeamStatus } from '../../availability/rules/agent-status.ts';
import { nextOpening, isOpenAt, type TimeZones } from '../../availability/rules/business-hours.ts';
import { medianFirstReply } from '../../conversations/rules/figures.ts';
import type { BusinessHours } from '../../availability/records/business-hours.ts';

/** The team's availability, shown to visitors. */
export interface Availability {
  status: TeamStatus | 'closed';
  /** The next opening, if known. Only with `closed`. */
  opensAt?: string;
  /** The median at this hour over the last 7 days. Only with `available` and at least 5 replies. */
  typicalReplySeconds?: number;
}

/** The minimum number of first replies for a typical time. */
const MIN_REPLIES = 5;

/** Outside business hours the result is `closed`; without business hours it is always open. */
export function availabilityOf(
  {
    hours,
    team,
    typical,
  }: { hours: BusinessHours | undefined; team: TeamStatus; typical?: number | undefined },
  nowMs: number,
  zones: TimeZones,
): Availability {
  if (hours && !isOpenAt(hours, nowMs, zones)) {
    const next = nextOpening(hours, nowMs, zones);
    return { status: 'closed', ...(next !== undefined && { opensAt: new Date(next).toISOString() }) };
  }
  const tells = team === 'available' && typical !== undefined;
  return { status: team, ...(tells && { typicalReplySeconds: typical }) };
}

/** The median time to a first reply at this time of day, in seconds; undefined below 5 replies. */
export function typicalReply(hours: readonly HourlyActivity[], nowMs: number): number | undefined {
  const timeOfDay = new Date(nowMs).toISOString().slice(11, 13);
  const same = hours.filter(({ hour }) => hour.slice(11, 13) === timeOfDay);
  return medianFirstReply(same, MIN_REPLIES) ?? undefined;
}
