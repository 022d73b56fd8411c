import { AppError } from './errors.ts';
import type { SessionRecord } from './session.ts';
import { sourceDomain } from './widgets.ts';

/** A closed conversation as the report tells it, without a word of what was said. Times are RFC 3339 in UTC. */
export interface ClosedChat {
  sessionId: string;
  closedAt: string;
  createdAt: string;
  sourceDomain?: string;
  widgetId?: string;
  widgetName?: string;
  /** Who closed it. */
  agentName?: string;
  /** From the last time that a person was asked for to the claim; absent where an agent came unasked. */
  waitedSeconds?: number;
  /** From the claim to the end. */
  handledSeconds?: number;
  messageCount: number;
  /** US dollars. */
  cost: number;
  /** How many calls of the model `cost` leaves out. */
  unpricedCalls?: number;
}

/** What the report tells of a session; undefined for one that is not closed. */
export function closedChat(session: SessionRecord): ClosedChat | undefined {
  const { sessionId, closedAt, createdAt, widget, claimedByName, messageCount, cost, unpricedCalls } =
    session;
  if (closedAt === undefined) return undefined;
  const domain = sourceDomain(session);
  const waited = secondsBetween(session.humanRequestedAt, session.claimedAt);
  const handled = secondsBetween(session.claimedAt, closedAt);
  return {
    sessionId,
    closedAt,
    createdAt,
    ...(domain !== undefined && { sourceDomain: domain }),
    ...(widget && { widgetId: widget.id, widgetName: widget.name }),
    ...(claimedByName !== undefined && { agentName: claimedByName }),
    ...(waited !== undefined && { waitedSeconds: waited }),
    ...(handled !== undefined && { handledSeconds: handled }),
    messageCount,
    cost,
    ...(unpricedCalls !== undefined && { unpricedCalls }),
  };
}

function secondsBetween(from: string | undefined, to: string | undefined): number | undefined {
  if (from === undefined || to === undefined) return undefined;
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
}

const USUAL_DAYS = 30;

/**
 * The stretch `[from, to)` that a report is about: until now and of 30 days, where nothing else is said.
 * `validation-failed` where it has no length.
 */
export function reportedStretch(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  nowMs: number,
): { from: string; to: string } {
  const end = to ?? new Date(nowMs).toISOString();
  const start = from ?? new Date(Date.parse(end) - USUAL_DAYS * 86_400_000).toISOString();
  if (start < end) return { from: start, to: end };
  throw new AppError('validation-failed', { issues: [{ path: 'from', message: 'must be before `to`' }] });
}
