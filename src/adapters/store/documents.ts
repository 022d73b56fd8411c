import * as z from 'zod/mini';
import type { TokenUsage } from '../../domain/cost.ts';
import type { Message } from '../../domain/message.ts';
import { SESSION_STATUSES, type SessionRecord } from '../../domain/session.ts';

/** A schema for each field: one that is forgotten, though optional, would be lost when it is read. */
type Fields<T> = Record<keyof T, z.ZodMiniType>;

/** A session as the stores keep it; what is read is parsed, because an older release may have written it. */
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
  firstAgentReplyAt: z.exactOptional(z.string()),
  pageUrl: z.exactOptional(z.string()),
  locale: z.exactOptional(z.string()),
  assistantId: z.exactOptional(z.string()),
} satisfies Fields<SessionRecord>);

export const StoredRole: z.ZodMiniType<Message['role']> = z.enum(['visitor', 'assistant', 'agent', 'system']);

/** What only some messages have. */
export type MessageExtras = Omit<Message, 'id' | 'sessionId' | 'seq' | 'role' | 'content' | 'createdAt'>;

/** The extras of a message as the stores keep them. */
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

/** What only this message has; an object without fields where there is nothing. */
export function extrasOf(message: Message): MessageExtras {
  const { id: _i, sessionId: _s, seq: _q, role: _r, content: _c, createdAt: _a, ...extras } = message;
  return extras;
}

/** Token usage as it is kept with the message that it belongs to; the message's id is the usage's id. */
export type UsageOfMessage = Omit<TokenUsage, 'id' | 'sessionId' | 'messageId'>;

/** Token usage as the stores keep it. */
export const StoredUsage: z.ZodMiniType<UsageOfMessage> = z.object({
  model: z.string(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cachedInputTokens: z.number(),
  cost: z.number(),
  createdAt: z.string(),
} satisfies Fields<UsageOfMessage>);

/** The part of a token usage that is kept with its message. */
export function usageOfMessage(usage: TokenUsage): UsageOfMessage {
  const { id: _i, sessionId: _s, messageId: _m, ...kept } = usage;
  return kept;
}
