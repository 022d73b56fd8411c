import * as z from 'zod/mini';
import type { TokenUsage } from '../../domain/cost.ts';
import type { Message } from '../../domain/message.ts';
import { SESSION_STATUSES, type SessionRecord } from '../../domain/session.ts';
import type { Commit } from '../../ports.ts';

/** A schema for every field: a forgotten optional field would be lost on reading. */
type Fields<T> = Record<keyof T, z.ZodMiniType>;

/** A session as stored; parsed on reading, because an older release may have written it. */
export const StoredSession: z.ZodMiniType<SessionRecord> = z.object({
  sessionId: z.string(),
  status: z.enum(SESSION_STATUSES),
  origin: z.exactOptional(z.string()),
  claimedBy: z.exactOptional(z.string()),
  claimedByName: z.exactOptional(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  lastMessageAt: z.string(),
  humanRequestedAt: z.exactOptional(z.string()),
  claimedAt: z.exactOptional(z.string()),
  closedAt: z.exactOptional(z.string()),
  messageCount: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cost: z.number(),
  unpricedCalls: z.exactOptional(z.number()),
  widget: z.exactOptional(z.object({ id: z.string(), name: z.string(), primaryDomain: z.string() })),
  visitor: z.exactOptional(
    z.object({
      subject: z.string(),
      name: z.string(),
      email: z.exactOptional(z.string()),
      emailVerified: z.exactOptional(z.boolean()),
    }),
  ),
  preview: z.string(),
  opening: z.exactOptional(z.string()),
  turns: z.record(z.string(), z.string()),
  messageWindow: z.exactOptional(z.object({ count: z.number(), endsAt: z.string() })),
  replaced: z.exactOptional(z.record(z.string(), z.string())),
  firstAgentReplyAt: z.exactOptional(z.string()),
  pageUrl: z.exactOptional(z.string()),
  locale: z.exactOptional(z.string()),
  assistantId: z.exactOptional(z.string()),
  visitorIssuer: z.exactOptional(z.string()),
} satisfies Fields<SessionRecord>);

export const StoredRole: z.ZodMiniType<Message['role']> = z.enum(['visitor', 'assistant', 'agent', 'system']);

/** The optional fields of a message. */
export type MessageExtras = Omit<Message, 'id' | 'sessionId' | 'seq' | 'role' | 'content' | 'createdAt'>;

/** The optional fields of a message as stored. */
export const StoredMessageExtras: z.ZodMiniType<MessageExtras> = z.object({
  agent: z.exactOptional(z.object({ oid: z.string(), name: z.string() })),
  interrupted: z.exactOptional(z.boolean()),
  sources: z.exactOptional(z.array(z.object({ title: z.string(), url: z.exactOptional(z.string()) }))),
  rating: z.exactOptional(z.enum(['up', 'down'])),
  event: z.exactOptional(z.enum(['human-requested'])),
  replyTo: z.exactOptional(z.string()),
  queued: z.exactOptional(z.boolean()),
  unanswered: z.exactOptional(z.boolean()),
} satisfies Fields<MessageExtras>);

/** The optional fields of this message; an empty object where it has none. */
export function extrasOf(message: Message): MessageExtras {
  const { id: _i, sessionId: _s, seq: _q, role: _r, content: _c, createdAt: _a, ...extras } = message;
  return extras;
}

/** One model call, stored with its message; without an `id` of its own it has the message's. */
type StoredCall = Omit<TokenUsage, 'id' | 'sessionId' | 'messageId'> & { id?: string };

/**
 * All model calls for one message: the newest one that gave its text, and inside it the others, oldest first.
 */
export type UsageOfMessage = StoredCall & { others?: StoredCall[] };

const storedCall = {
  id: z.exactOptional(z.string()),
  model: z.string(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cachedInputTokens: z.number(),
  cacheWriteTokens: z.exactOptional(z.number()),
  cost: z.nullable(z.number()),
  createdAt: z.string(),
} satisfies Fields<StoredCall>;

/** Token usage as stored. */
export const StoredUsage: z.ZodMiniType<UsageOfMessage> = z.object({
  ...storedCall,
  others: z.exactOptional(z.array(z.object(storedCall))),
} satisfies Fields<UsageOfMessage>);

/**
 * The stored usage of a message after one more model call; `textIsNew` where that call gave the message its
 * text.
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

/** The id of the message that a change replaces or adds a model call to; undefined where it does neither. */
export function rewrittenBy({ append = [], replace, usage }: Commit): string | undefined {
  if (replace) return replace.id;
  return append.some(({ id }) => id === usage?.messageId) ? undefined : usage?.messageId;
}
