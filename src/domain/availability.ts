import type { HourlyActivity } from './activity.ts';
import { nextOpening, openAt, type TimeZones } from './business-hours.ts';
import { medianFirstReply } from './figures.ts';
import type { BusinessHours } from './records/business-hours.ts';

/** The states that an agent can choose. */
export const AGENT_STATUSES = ['available', 'away'] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

/** Whether an agent is available; `unknown` where the real-time service cannot say who is connected. */
export type TeamStatus = AgentStatus | 'unknown';

/** Whether a visitor who asks for a person gets an answer soon. */
export interface Availability {
  status: TeamStatus | 'closed';
  /** The next opening, if known. Only with `closed`. */
  opensAt?: string;
  /** The median of the last seven days at this hour. Only with `available`, and with enough replies. */
  typicalReplySeconds?: number;
}

/** How long an agent remains available after the last connection has ended, in milliseconds. */
export const GONE_MS = 120_000;
/** Fewer first replies than this say nothing typical. */
const ENOUGH_REPLIES = 5;

/** The team's status: `seenMs` is when each agent was connected last, `away` are those who chose so. */
export function teamStatus(
  seenMs: ReadonlyMap<string, number>,
  away: ReadonlySet<string>,
  nowMs: number,
): AgentStatus {
  for (const [oid, atMs] of seenMs) if (nowMs - atMs < GONE_MS && !away.has(oid)) return 'available';
  return 'away';
}

/** Business hours decide before the team does; without hours it is always open. */
export function availabilityOf(
  {
    hours,
    team,
    typical,
  }: { hours: BusinessHours | undefined; team: TeamStatus; typical?: number | undefined },
  nowMs: number,
  zones: TimeZones,
): Availability {
  if (hours && !openAt(hours, nowMs, zones)) {
    const next = nextOpening(hours, nowMs, zones);
    return { status: 'closed', ...(next !== undefined && { opensAt: new Date(next).toISOString() }) };
  }
  const tells = team === 'available' && typical !== undefined;
  return { status: team, ...(tells && { typicalReplySeconds: typical }) };
}

/** The median time to a first reply in hours of the same time of day; undefined without enough of them. */
export function typicalReply(hours: readonly HourlyActivity[], nowMs: number): number | undefined {
  const timeOfDay = new Date(nowMs).toISOString().slice(11, 13);
  const same = hours.filter(({ hour }) => hour.slice(11, 13) === timeOfDay);
  return medianFirstReply(same, ENOUGH_REPLIES) ?? undefined;
}
