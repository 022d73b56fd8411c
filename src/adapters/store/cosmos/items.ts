import * as z from 'zod/mini';
import { needsReview } from '../../../conversations/rules/answer-review.ts';
import { Role, type Message } from '../../../conversations/records/message.ts';
import { indexTerms } from '../../../lib/search-text.ts';
import { facetsOf } from '../../../conversations/rules/session-facets.ts';
import { queueRank } from '../../../conversations/rules/agent-queue.ts';
import type { SessionRecord } from '../../../conversations/records/session.ts';
import { sourceDomain } from '../../../conversations/rules/origin.ts';
import type { Commit, Version } from '../../../ports.ts';
import {
  extrasOf,
  StoredMessageExtras,
  StoredSession,
  StoredUsage,
  usageOfMessage,
  newestOf,
  type UsageOfMessage,
} from '../stored-records.ts';
import type { StoredItem, Item } from './container.ts';

/** The id of the session's item. Its messages are separate items in the same partition. */
export const SESSION_ITEM = 'session';

/**
 * The `seq` of outbox entries. It is below every message's, so that a deletion of the session finds them and
 * reading messages does not.
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
const EmbeddedMessage = z.object(storedMessage);
const MessageItem = z.object({
  ...storedMessage,
  sessionId: z.string(),
  origin: z.optional(z.string()),
  usage: z.optional(StoredUsage),
  storedKey: z.string(),
  writeId: z.string(),
});
const SessionItem = z.object({
  record: StoredSession,
  recent: z.array(EmbeddedMessage),
  writeId: z.string(),
});

/** Replaces a session while its messages are deleted. */
const DeletionMark = z.object({ status: z.literal('deleting') });

/** In no list, but sorts first by newest message, so that interrupted deletions are found. */
export function deletionMark(sessionId: string): Item {
  return { id: SESSION_ITEM, sessionId, status: 'deleting', lastMessageAt: '', queueKey: '' };
}

export function isDeletionMark(item: unknown): boolean {
  return DeletionMark.safeParse(item).success;
}

/** A stored session with its embedded newest messages, and the id of the write that stored it. */
export interface SessionWithMessages {
  session: SessionRecord;
  recent: Message[];
  writeId: string;
  version: Version;
}

export function sessionFrom({ item, etag }: StoredItem): SessionWithMessages {
  const { record, recent, writeId } = SessionItem.parse(item);
  return {
    session: record,
    recent: recent.map((message) => messageOf(record.sessionId, message)),
    writeId,
    version: etag,
  };
}

/**
 * The item of a session. Next to the record it has sort and filter keys for lists. Sort keys end with the
 * session's id, so that they are unique and a cursor continues exactly after the last item.
 */
export function sessionItem(session: SessionRecord, recent: readonly Message[], writeId: string): Item {
  const { sessionId, status, claimedBy, createdAt, lastMessageAt, cost, closedAt, tagIds } = session;
  return toItem({
    id: SESSION_ITEM,
    sessionId,
    status,
    claimedBy,
    lastMessageAt,
    sourceDomain: sourceDomain(session),
    tagIds,
    facets: facetsOf(session),
    recentKey: `${createdAt}~${sessionId}`,
    costKey: `${cost.toFixed(12).padStart(24, '0')}~${sessionId}`,
    queueKey: `${queueRank(session)}~${sessionId}`,
    closedKey: closedAt === undefined ? undefined : `${closedAt}~${sessionId}`,
    record: session,
    recent: newestOf(recent).map(embeddedMessage),
    writeId,
  });
}

/** Parses a message item; undefined for the session's item. */
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
 * The item of a message after a replacement or a further model call. Its position in the storing order stays
 * the same. Undefined if the item is not a message.
 */
export function itemAfterRewrite(
  { item }: StoredItem,
  { replace, usage, session, writeId }: Pick<Commit, 'replace' | 'usage' | 'session'> & { writeId: string },
): Item | undefined {
  const { data: stored } = MessageItem.safeParse(item);
  if (!stored || (replace && replace.seq !== stored.seq)) return undefined;
  const { sessionId, storedKey, usage: before } = stored;
  const calls = usage ? usageOfMessage(usage, before, replace !== undefined) : before;
  const message = replace ?? messageOf(sessionId, stored);
  return messageItem(message, { session, writeId, storedKey, usage: calls });
}

/** The fields of a message's item in addition to the message. */
interface MessageItemFields {
  session: SessionRecord;
  writeId: string;
  /** The key in the order in which messages were stored. */
  storedKey: string;
  usage?: UsageOfMessage | undefined;
}

/**
 * The item of a message. `words` is the full-text field; its terms are left unchanged by the service's
 * analyzer.
 */
export function messageItem(
  message: Message,
  { session, writeId, storedKey, usage }: MessageItemFields,
): Item {
  return toItem({
    ...embeddedMessage(message),
    sessionId: message.sessionId,
    origin: session.origin,
    assistantId: session.assistantId,
    writeId,
    storedKey,
    words: indexTerms(message.content),
    reviewKey: needsReview(message) ? message.createdAt : undefined,
    usage,
  });
}

/** A message as embedded in its session's item, without the session's id. */
function embeddedMessage(message: Message) {
  const { id, seq, role, content, createdAt } = message;
  return { id, seq, role, content, createdAt, extras: extrasOf(message) };
}

function messageOf(sessionId: string, { extras, ...message }: z.output<typeof EmbeddedMessage>): Message {
  const { id, seq, role, content, createdAt } = message;
  return { id, sessionId, seq, role, content, createdAt, ...extras };
}

/** Typed for the SDK, which omits undefined fields in the JSON. */
export function toItem(item: { id: string } & Readonly<Record<string, unknown>>): Item {
  return item as Item;
}
