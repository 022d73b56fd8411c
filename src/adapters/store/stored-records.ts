import * as z from 'zod/mini';
import { trusted } from '../../lib/fields.ts';
import { Message } from '../../conversations/records/message.ts';
import { OutboxEntry } from '../../conversations/records/outbox-entry.ts';
import { SessionRecord } from '../../conversations/records/session.ts';
import { TokenUsage } from '../../spending/records/token-usage.ts';
import type { Commit } from '../../ports.ts';

/** A stored session; reading checks the types of its fields. */
export const StoredSession = trusted(SessionRecord);

/** A stored notice that is not delivered yet. */
export const StoredOutboxEntry = trusted(OutboxEntry);

const COMMON = { id: true, sessionId: true, seq: true, role: true, content: true, createdAt: true } as const;

/** The optional fields of a stored message: every field that not all messages have. */
export const StoredMessageExtras = trusted(z.omit(Message, COMMON));
type MessageExtras = z.output<typeof StoredMessageExtras>;

/** The optional fields of a message; can be empty. */
export function extrasOf(message: Message): MessageExtras {
  const { id: _i, sessionId: _s, seq: _q, role: _r, content: _c, createdAt: _a, ...extras } = message;
  return extras;
}

/** A model call, stored with its message. Without an `id` it has the message's. */
const StoredCall = z.extend(z.omit(TokenUsage, { id: true, sessionId: true, messageId: true }), {
  id: z.exactOptional(z.string()),
});

/**
 * The model calls for one message: the latest one that produced its text, and in `others` the rest, oldest
 * first.
 */
export const StoredUsage = trusted(z.extend(StoredCall, { others: z.exactOptional(z.array(StoredCall)) }));
export type UsageOfMessage = z.output<typeof StoredUsage>;

/**
 * The stored usage of a message after another model call. `textIsNew` means that the call produced the
 * message's text.
 */
export function usageOfMessage(
  { sessionId: _s, messageId, id, ...used }: TokenUsage,
  before?: UsageOfMessage,
  textIsNew = true,
): UsageOfMessage {
  const call = { ...used, ...(id !== messageId && { id }) };
  if (!before) return call;
  const { others = [], ...last } = before;
  return textIsNew ? { ...call, others: [...others, last] } : { ...last, others: [...others, call] };
}

/** The model calls for one message, oldest first. */
export function usageFrom(sessionId: string, messageId: string, stored: UsageOfMessage): TokenUsage[] {
  const { others = [], ...last } = stored;
  return [...others, last]
    .map(({ id = messageId, ...used }) => ({ id, sessionId, messageId, ...used }))
    .sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
}

/** The id of the message that a change replaces or adds a model call to; undefined for other changes. */
export function rewrittenMessageId({ append = [], replace, usage }: Commit): string | undefined {
  if (replace) return replace.id;
  return append.some(({ id }) => id === usage?.messageId) ? undefined : usage?.messageId;
}

/** The most text embedded in a conversation, in UTF-8 bytes, and the most embedded messages. */
export const RECENT_BYTES = 16 * 1024;
export const RECENT_MESSAGES = 200;

/** The newest messages that fit the budget, oldest first. */
export function newestOf(messages: readonly Message[]): Message[] {
  let from = messages.length;
  let bytes = 0;
  while (from > 0 && messages.length - from < RECENT_MESSAGES && bytes < RECENT_BYTES) {
    from--;
    bytes += textBytes(messages[from]);
  }
  return messages.slice(from);
}

/** The text of a message with its translations, in UTF-8 bytes. */
function textBytes({ content, original, translations = {} }: Partial<Message> = {}): number {
  const texts = [content, original?.content, ...Object.values(translations)];
  return texts.reduce((sum, text = '') => sum + Buffer.byteLength(text), 0);
}
