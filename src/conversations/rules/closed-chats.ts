import { invalidField } from '../../core/errors.ts';
import type { ClosedChatRecord } from '../records/closed-chat.ts';
import type { SessionRecord } from '../records/session.ts';
import { tagNames } from './tags.ts';
import { sourceDomain } from './origin.ts';

/**
 * The report entry of a session; undefined if it is not closed. `names`: the tags' names by id.
 */
export function closedChat(
  session: SessionRecord,
  names: ReadonlyMap<string, string>,
): ClosedChatRecord | undefined {
  const { sessionId, closedAt, createdAt, widget, claimedByName, messageCount, cost, unpricedCalls } =
    session;
  if (closedAt === undefined) return undefined;
  const domain = sourceDomain(session);
  const waited = secondsBetween(session.humanRequestedAt, session.claimedAt);
  const handled = secondsBetween(session.claimedAt, closedAt);
  const tags = tagNames(session, names);
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
    ...(tags.length > 0 && { tags }),
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
 * The date range `[from, to)` of a report; default: the last 30 days. An empty range throws
 * `validation-failed`.
 */
export function reportRange(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  nowMs: number,
): { from: string; to: string } {
  const end = to ?? new Date(nowMs).toISOString();
  const start = from ?? new Date(Date.parse(end) - USUAL_DAYS * 86_400_000).toISOString();
  if (start < end) return { from: start, to: end };
  throw invalidField('from', 'must be before `to`');
}
