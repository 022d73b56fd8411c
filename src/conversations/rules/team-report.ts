import { secondsBetween, type HourlyActivity } from '../../availability/rules/activity.ts';
import { addDays, type TimeZones } from '../../availability/rules/business-hours.ts';
import { HANDOFF_REASONS, type HandoffReason, type SessionRecord } from '../records/session.ts';
import { figuresOf as hourlyFigures } from './figures.ts';
import type { AssistantFigures, DayFigures, GroupFigures, TeamReport } from '../records/team-report.ts';

/** The facts of a closed conversation for a report. */
export interface ClosedFacts {
  oid: string;
  name: string;
  /** The time of the request for an agent, or without one of the claim (RFC 3339). */
  neededAt: string;
  /** Absent without a request for an agent. */
  reason?: HandoffReason;
  firstReplySeconds?: number;
  closeSeconds: number;
  helpful?: boolean;
}

/** Undefined unless an agent has closed the conversation. */
export function closedFacts(session: SessionRecord): ClosedFacts | undefined {
  const { closedAt, claimedBy, claimedByName, claimedAt, humanRequestedAt } = session;
  if (closedAt === undefined || claimedBy === undefined) return undefined;
  const { firstAgentReplyAt, handoffReason, visitorRating, contact } = session;
  const neededAt = humanRequestedAt ?? claimedAt ?? closedAt;
  // After leaving a message, the visitor does not wait on the page; the answer has a separate figure.
  const isReplyWaitedFor = firstAgentReplyAt !== undefined && contact === undefined;
  return {
    oid: claimedBy,
    name: claimedByName ?? claimedBy,
    neededAt,
    ...(humanRequestedAt !== undefined && handoffReason !== undefined && { reason: handoffReason }),
    ...(isReplyWaitedFor && { firstReplySeconds: secondsBetween(neededAt, firstAgentReplyAt) }),
    closeSeconds: secondsBetween(neededAt, closedAt),
    ...(visitorRating && { helpful: visitorRating.helpful }),
  };
}

/** Groups the facts. `hourOf` returns the hour of the day (0 to 23) of a time in the report's time zone. */
export function teamFigures(
  facts: readonly ClosedFacts[],
  hourOf: (at: string) => number,
): Pick<TeamReport, 'total' | 'agents' | 'hours' | 'reasons'> {
  const byAgent = Map.groupBy(facts, ({ oid }) => oid);
  const byHour = Map.groupBy(facts, ({ neededAt }) => hourOf(neededAt));
  const byReason = Map.groupBy(facts, ({ reason }) => reason);
  const most = (one: GroupFigures, other: GroupFigures) => other.conversations - one.conversations;
  return {
    total: figuresOf(facts),
    agents: Array.from(byAgent, ([oid, own]) => ({ oid, name: newestName(own), ...figuresOf(own) })).toSorted(
      (one, other) => most(one, other) || one.name.localeCompare(other.name),
    ),
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, ...figuresOf(byHour.get(hour) ?? []) })),
    reasons: HANDOFF_REASONS.flatMap((reason) => {
      const own = byReason.get(reason);
      return own ? [{ reason, ...figuresOf(own) }] : [];
    }).toSorted(most),
  };
}

/** The agent's latest name. */
function newestName(facts: readonly ClosedFacts[]): string {
  const [first, ...rest] = facts;
  if (!first) return '';
  return rest.reduce((newest, one) => (one.neededAt > newest.neededAt ? one : newest), first).name;
}

export function figuresOf(facts: readonly ClosedFacts[]): GroupFigures {
  return {
    conversations: facts.length,
    firstReplySeconds: median(facts.flatMap(({ firstReplySeconds }) => firstReplySeconds ?? [])),
    closeSeconds: median(facts.map(({ closeSeconds }) => closeSeconds)),
    helpful: facts.filter(({ helpful }) => helpful === true).length,
    notHelpful: facts.filter(({ helpful }) => helpful === false).length,
  };
}

/** The lower median; null for an empty list. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? null;
}

/** The assistant's results in some hours. */
export function assistantFigures(hours: readonly HourlyActivity[]): AssistantFigures {
  const figures = hourlyFigures(hours);
  return {
    conversations: figures.conversations,
    resolvedShare: figures.resolvedByAssistant,
    answers: figures.assistantMessages,
    ratedHelpful: figures.ratingsUp,
    ratedNotHelpful: figures.ratingsDown,
    notAnswered: figures.unanswered,
  };
}

/** The volume of each day; `dateOf` returns the date of a time in the report's time zone. */
export function dailyFigures(
  hours: readonly HourlyActivity[],
  dates: readonly string[],
  dateOf: (at: string) => string,
): DayFigures[] {
  const byDay = Map.groupBy(hours, ({ hour }) => dateOf(hour));
  return dates.map((day) => {
    const { conversations, unresolved } = hourlyFigures(byDay.get(day) ?? []);
    return { day, conversations, unresolved };
  });
}

/** Days in a time zone, until now and including today, and the equally long range before. */
interface ReportDays {
  dates: string[];
  from: string;
  to: string;
  previousFrom: string;
}

export function lastDays(
  days: number,
  nowMs: number,
  { zones, timeZone }: { zones: TimeZones; timeZone: string },
): ReportDays {
  const { date } = zones.localTime(nowMs, timeZone);
  const startOf = (day: string) => new Date(zones.instant({ date: day, minute: 0 }, timeZone)).toISOString();
  const dates = Array.from({ length: days }, (_, n) => addDays(date, n + 1 - days));
  return {
    dates,
    from: startOf(addDays(date, 1 - days)),
    to: new Date(nowMs).toISOString(),
    previousFrom: startOf(addDays(date, 1 - 2 * days)),
  };
}
