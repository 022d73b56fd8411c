import { fold } from './folding.ts';
import type { SessionRecord } from './records/session.ts';
import { sourceDomain as domainOf } from './widgets.ts';

/** The filters of an agent's search, in addition to words; each part is optional. */
export interface ConversationFilter {
  /** All of its words are in the visitor's name, addresses or phone number. */
  visitor?: string | undefined;
  sourceDomain?: string | undefined;
  tagId?: string | undefined;
  /** `[from, to)`; RFC 3339 in UTC with milliseconds. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Whether a conversation is of the wanted visitor and source, and has the wanted tag. */
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

/** Whether a message was written in the wanted time. */
export const isWithin = (at: string, { from = '', to }: ConversationFilter): boolean =>
  at >= from && (to === undefined || at < to);

/** Whether a conversation had messages in the wanted time, as far as its first and its newest one say. */
export const isActiveWithin = (
  { createdAt, lastMessageAt }: SessionRecord,
  { from = '', to }: ConversationFilter,
): boolean => lastMessageAt >= from && (to === undefined || createdAt < to);
