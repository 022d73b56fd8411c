import * as z from 'zod/mini';
import { Role, type Message } from '../../../domain/records/message.ts';
import { indexTerms } from '../../../domain/search-text.ts';
import { queueRank } from '../../../domain/agent-queue.ts';
import type { SessionRecord } from '../../../domain/records/session.ts';
import { sourceDomain } from '../../../domain/widgets.ts';
import type { Commit, Version } from '../../../ports.ts';
import {
  extrasOf,
  StoredMessageExtras,
  StoredSession,
  StoredUsage,
  usageOfMessage,
  newestOf,
  type UsageOfMessage,
} from '../documents.ts';
import type { Found, Item } from './container.ts';

/** The id of the session's own item; its messages are in the same partition under their own ids. */
export const SESSION_ITEM = 'session';

/**
 * The `seq` of the outbox's entries, before every message's: a deletion of the session finds them by it, and
 * a reader of its messages does not.
 */
export const OUTBOX_SEQ = 0;

const storedMessage = {
  id: z.string(),
  seq: z.number(),
  role: Role,
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

/** The deletion mark: replaces a session while its messages are deleted. */
const DeletionMark = z.object({ status: z.literal('deleting') });

/** The mark is in no list, but sorts first by newest message, so that interrupted deletions are found. */
export function deletionMark(sessionId: string): Item {
  return { id: SESSION_ITEM, sessionId, status: 'deleting', lastMessageAt: '' };
}

export function isDeletionMark(item: unknown): boolean {
  return DeletionMark.safeParse(item).success;
}

/** A stored session with its embedded newest messages and the id of the write that stored it. */
export interface SessionWithMessages {
  session: SessionRecord;
  recent: Message[];
  writeId: string;
  version: Version;
}

export function sessionFrom({ item, etag }: Found): SessionWithMessages {
  const { record, recent, writeId } = SessionItem.parse(item);
  return {
    session: record,
    recent: recent.map((message) => messageOf(record.sessionId, message)),
    writeId,
    version: etag,
  };
}

/**
 * The item of a session. The properties next to the record are sort and filter keys of lists. Each sort key
 * ends in the session's id, so that keys are unique and a cursor continues exactly at the end of the page.
 */
export function sessionItem(session: SessionRecord, recent: readonly Message[], writeId: string): Item {
  const { sessionId, status, claimedBy, createdAt, lastMessageAt, cost, closedAt, tagIds } = session;
  return plain({
    id: SESSION_ITEM,
    sessionId,
    status,
    claimedBy,
    lastMessageAt,
    sourceDomain: sourceDomain(session),
    tagIds,
    recentKey: `${createdAt}~${sessionId}`,
    costKey: `${cost.toFixed(12).padStart(24, '0')}~${sessionId}`,
    queueKey: `${queueRank(session)}~${sessionId}`,
    closedKey: closedAt === undefined ? undefined : `${closedAt}~${sessionId}`,
    record: session,
    recent: newestOf(recent).map(carried),
    writeId,
  });
}

/** Parses a message item; undefined for the session's own item. */
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
 * The item of a message that is replaced, or that gets a further model call. It keeps its position in the
 * storing order. Undefined if the item is not a message with such a position.
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

/** The fields of a message's item beyond the message. */
export interface MessageItemFields {
  session: SessionRecord;
  writeId: string;
  /** Its key in the order in which messages were stored. */
  storedKey: string;
  usage?: UsageOfMessage | undefined;
}

/**
 * The item of a message. `words` is the full-text field: terms that the service's analyzer leaves unchanged.
 */
export function messageItem(
  message: Message,
  { session, writeId, storedKey, usage }: MessageItemFields,
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

/** A message embedded in its session's item, without the session's id. */
function carried(message: Message) {
  const { id, seq, role, content, createdAt } = message;
  return { id, seq, role, content, createdAt, extras: extrasOf(message) };
}

function messageOf(sessionId: string, { extras, ...message }: z.output<typeof CarriedMessage>): Message {
  const { id, seq, role, content, createdAt } = message;
  return { id, sessionId, seq, role, content, createdAt, ...extras };
}

/** An item for the SDK, which leaves undefined fields out when it writes the JSON. */
export function plain(item: { id: string } & Readonly<Record<string, unknown>>): Item {
  return item as Item;
}
