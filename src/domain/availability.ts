import type { HourlyActivity } from './activity.ts';
import { nextOpening, isOpenAt, type TimeZones } from './business-hours.ts';
import { medianFirstReply } from './figures.ts';
import type { BusinessHours } from './records/business-hours.ts';

/** The statuses that an agent can choose. */
export const AGENT_STATUSES = ['available', 'away'] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

/** Whether an agent is available; `unknown` if the real-time service cannot list its connections. */
export type TeamStatus = AgentStatus | 'unknown';

/** The team's availability, shown to visitors. */
export interface Availability {
  status: TeamStatus | 'closed';
  /** The next opening, if known. Only with `closed`. */
  opensAt?: string;
  /** The median at this hour over the last 7 days. Only with `available` and at least 5 replies. */
  typicalReplySeconds?: number;
}

/** How long an agent remains available after the last connection has ended, in milliseconds. */
export const OFFLINE_AFTER_MS = 120_000;
/** The minimum number of first replies for a typical time. */
const MIN_REPLIES = 5;

/**
 * The team's status. `seenMs`: when each agent was last connected; `away`: the oids of agents set to away.
 */
export function teamStatus(
  seenMs: ReadonlyMap<string, number>,
  away: ReadonlySet<string>,
  nowMs: number,
): AgentStatus {
  for (const [oid, atMs] of seenMs) if (nowMs - atMs < OFFLINE_AFTER_MS && !away.has(oid)) return 'available';
  return 'away';
}

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
