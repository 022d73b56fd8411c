import * as z from 'zod/mini';
import type { Message } from '../../../domain/message.ts';
import { indexTerms } from '../../../domain/search-text.ts';
import { queueRank, type SessionRecord } from '../../../domain/session.ts';
import { sourceDomain } from '../../../domain/widgets.ts';
import type { Commit, Version } from '../../../ports.ts';
import {
  extrasOf,
  StoredMessageExtras,
  StoredRole,
  StoredSession,
  StoredUsage,
  usageOfMessage,
  type UsageOfMessage,
} from '../documents.ts';
import { newestOf } from '../recent.ts';
import type { Found, Item } from './container.ts';

/** The id of the item that holds the session itself; its messages lie beside it under their own ids. */
export const SESSION_ITEM = 'session';

const storedMessage = {
  id: z.string(),
  seq: z.number(),
  role: StoredRole,
  content: z.string(),
  createdAt: z.string(),
  extras: StoredMessageExtras,
};
const CarriedMessage = z.object(storedMessage);
const MessageItem = z.object({
  ...storedMessage,
  sessionId: z.string(),
  origin: z.optional(z.string()),
  usage: z.optional(StoredUsage),
  storedKey: z.string(),
  writeId: z.string(),
});
const SessionItem = z.object({ record: StoredSession, recent: z.array(CarriedMessage), writeId: z.string() });

/** What stands in a session's place while its messages are removed. */
const DeletionMark = z.object({ status: z.literal('deleting') });

/** The mark is in no list, but the first of all in the order of newest messages, where a deletion that was cut short is found. */
export function deletionMark(sessionId: string): Item {
  return { id: SESSION_ITEM, sessionId, status: 'deleting', lastMessageAt: '' };
}

export function isDeletionMark(item: unknown): boolean {
  return DeletionMark.safeParse(item).success;
}

/** A session as it is stored, with the messages that it carries and the write that made it so. */
export interface CarriedSession {
  session: SessionRecord;
  recent: Message[];
  writeId: string;
  version: Version;
}

/** A session item that was read. */
export function sessionFrom({ item, etag }: Found): CarriedSession {
  const { record, recent, writeId } = SessionItem.parse(item);
  return {
    session: record,
    recent: recent.map((message) => messageOf(record.sessionId, message)),
    writeId,
    version: etag,
  };
}

/**
 * The item of a session. The properties beside the record are what lists select and sort by: each sort key is one
 * string that ends in the session's id, so that no two are the same and a list goes on exactly where it was.
 */
export function sessionItem(session: SessionRecord, recent: readonly Message[], writeId: string): Item {
  const { sessionId, status, claimedBy, createdAt, lastMessageAt, cost, closedAt } = session;
  return plain({
    id: SESSION_ITEM,
    sessionId,
    status,
    claimedBy,
    lastMessageAt,
    sourceDomain: sourceDomain(session),
    recentKey: `${createdAt}~${sessionId}`,
    costKey: `${cost.toFixed(12).padStart(24, '0')}~${sessionId}`,
    queueKey: `${queueRank(session)}~${sessionId}`,
    closedKey: closedAt === undefined ? undefined : `${closedAt}~${sessionId}`,
    record: session,
    recent: newestOf(recent).map(carried),
    writeId,
  });
}

/** A message item that was read; undefined for the session's own item, which is no message. */
export function messageFrom({ item }: { item: unknown }): (Message & { writeId: string }) | undefined {
  const parsed = MessageItem.safeParse(item);
  if (!parsed.success) {
    if (SessionItem.safeParse(item).success) return undefined;
    throw parsed.error;
  }
  const { sessionId, writeId, ...message } = parsed.data;
  return { ...messageOf(sessionId, message), writeId };
}

/**
 * The item of a message that is written over, or that one more model call was made for; its place in the order of storing
 * stays. Undefined where the item is no message with that place.
 */
export function rewrittenItem(
  { item }: Found,
  { replace, usage, session, writeId }: Pick<Commit, 'replace' | 'usage' | 'session'> & { writeId: string },
): Item | undefined {
  const { data: stored } = MessageItem.safeParse(item);
  if (!stored || (replace && replace.seq !== stored.seq)) return undefined;
  const { sessionId, storedKey, usage: before } = stored;
  const calls = usage ? usageOfMessage(usage, before, replace !== undefined) : before;
  const message = replace ?? messageOf(sessionId, stored);
  return messageItem(message, { session, writeId, storedKey, usage: calls });
}

/** What an item of a message adds to the message. */
export interface MessageCircumstances {
  session: SessionRecord;
  writeId: string;
  /** Where it stands in the order in which messages were stored. */
  storedKey: string;
  usage?: UsageOfMessage | undefined;
}

/** The item of a message. `words` is what the full-text index reads: terms that its analyzer leaves as they are. */
export function messageItem(
  message: Message,
  { session, writeId, storedKey, usage }: MessageCircumstances,
): Item {
  return plain({
    ...carried(message),
    sessionId: message.sessionId,
    origin: session.origin,
    writeId,
    storedKey,
    words: indexTerms(message.content),
    unansweredAt: message.unanswered === true ? message.createdAt : undefined,
    usage,
  });
}

/** A message within its session's item, where the session's id need not be said again. */
function carried(message: Message) {
  const { id, seq, role, content, createdAt } = message;
  return { id, seq, role, content, createdAt, extras: extrasOf(message) };
}

function messageOf(sessionId: string, { extras, ...message }: z.output<typeof CarriedMessage>): Message {
  const { id, seq, role, content, createdAt } = message;
  return { id, sessionId, seq, role, content, createdAt, ...extras };
}

/** An item as it goes over the wire: what is undefined is left out, and what is left is JSON. */
export function plain(item: { id: string } & Readonly<Record<string, unknown>>): Item {
  return JSON.parse(JSON.stringify(item)) as Item;
}
