import { fold } from './folding.ts';
import type { SessionRecord } from './records/session.ts';
import { sourceDomain as domainOf } from './widgets.ts';

/** The filters of an agent's search, in addition to words. */
export interface ConversationFilter {
  /** All of its words must occur in the visitor's name, addresses or phone number. */
  visitor?: string | undefined;
  sourceDomain?: string | undefined;
  tagId?: string | undefined;
  /** `[from, to)`; RFC 3339 in UTC with milliseconds. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Whether a conversation matches the visitor, the source domain and the tag of a filter. */
export function isOfVisitor(
  session: SessionRecord,
  { visitor, sourceDomain, tagId }: ConversationFilter,
): boolean {
  if (tagId !== undefined && session.tagIds?.includes(tagId) !== true) return false;
  if (sourceDomain !== undefined && domainOf(session) !== sourceDomain) return false;
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
