import { fold } from '../../lib/folding.ts';
import type { SessionRecord, SessionStatus } from '../records/session.ts';
import { hasFacets } from './session-facets.ts';

/** The filters of a search, in addition to words. */
export interface ConversationFilter {
  /** All of its words must occur in the visitor's name, addresses or phone number. */
  visitor?: string | undefined;
  status?: SessionStatus | undefined;
  /** The session has all of these, see `facetsOf`. */
  facets?: readonly string[] | undefined;
  /** `[from, to)`; RFC 3339 in UTC with milliseconds. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Whether a conversation matches a filter, except for its time. */
export function matchesFilter(
  session: SessionRecord,
  { visitor, status, facets = [] }: ConversationFilter,
): boolean {
  if (status !== undefined && session.status !== status) return false;
  if (!hasFacets(session, facets)) return false;
  if (visitor === undefined) return true;
  const { visitor: known, contact } = session;
  const facts = [known?.name, known?.email, contact?.name, contact?.email, contact?.phone];
  const text = facts.map((fact) => fold(fact ?? '')).join('\n');
  return visitor.split(/\s+/).every((word) => text.includes(fold(word)));
}

/** Whether a time is within the filter's range. */
export const isWithin = (at: string, { from = '', to }: ConversationFilter): boolean =>
  at >= from && (to === undefined || at < to);

/** Whether the time from the first to the newest message overlaps the filter's range. */
export const isActiveWithin = (
  { createdAt, lastMessageAt }: SessionRecord,
  { from = '', to }: ConversationFilter,
): boolean => lastMessageAt >= from && (to === undefined || createdAt < to);
