import * as z from 'zod/mini';
import { SESSION_STATUSES } from '../domain/session.ts';
import { count, time, uuid } from './primitives.ts';

const named = (id: string, description: string) => ({ id, description });

/** The session id in a route. */
export const SessionParams = z.object({ id: uuid() });

export const SessionStatus = z.enum(SESSION_STATUSES);

export const Session = z
  .object({
    sessionId: uuid(),
    status: SessionStatus,
    origin: z.optional(z.string()),
    claimedBy: z.optional(z.string()),
    claimedByName: z.optional(z.string()),
    createdAt: time(),
    updatedAt: time(),
    lastMessageAt: time(),
    humanRequestedAt: z.optional(time()),
    claimedAt: z.optional(time()),
    closedAt: z.optional(time()),
    messageCount: count(),
    inputTokens: count(),
    outputTokens: count(),
    cost: z.number(),
    /** How many calls of the model `cost` leaves out because they have no price. */
    unpricedCalls: z.exactOptional(count()),
    widget: z.optional(z.object({ id: z.string(), name: z.string(), primaryDomain: z.string() })),
    /**
     * A visitor who signed in with the widget's directory; the address is verified only with `emailVerified`.
     */
    visitor: z.optional(
      z.object({
        subject: z.string(),
        name: z.string(),
        email: z.optional(z.string()),
        emailVerified: z.optional(z.boolean()),
      }),
    ),
  })
  .register(
    z.globalRegistry,
    named('Session', 'A conversation as admins and agents see it; `cost` in US dollars.'),
  );

const messageFields = {
  id: uuid(),
  sessionId: uuid(),
  seq: z.int().check(z.minimum(1)),
  role: z.enum(['visitor', 'assistant', 'agent', 'system']),
  content: z.string(),
  createdAt: time(),
  interrupted: z.optional(z.boolean()),
  sources: z.optional(z.readonly(z.array(z.object({ title: z.string(), url: z.optional(z.string()) })))),
  rating: z.optional(z.enum(['up', 'down'])),
  event: z.optional(z.enum(['human-requested'])),
};

export const Message = z
  .object({
    ...messageFields,
    agent: z.optional(z.object({ oid: z.string(), name: z.string() })),
    replyTo: z.optional(uuid()),
    queued: z.optional(z.boolean()),
    unanswered: z.optional(z.boolean()),
  })
  .register(z.globalRegistry, named('Message', 'A message as admins and agents see it.'));

export const VisitorMessage = z
  .object({ ...messageFields, agent: z.optional(z.object({ name: z.string() })) })
  .register(
    z.globalRegistry,
    named('VisitorMessage', 'A message as visitors see it: an agent is a name, never an id.'),
  );

export const Usage = z
  .object({ inputTokens: count(), outputTokens: count() })
  .register(z.globalRegistry, named('Usage', 'Tokens that one answer used.'));

export const TokenUsage = z
  .object({
    id: uuid(),
    sessionId: uuid(),
    messageId: uuid(),
    model: z.string(),
    inputTokens: count(),
    outputTokens: count(),
    cachedInputTokens: count(),
    cacheWriteTokens: z.exactOptional(count()),
    /** Null where the model has no price. */
    cost: z.nullable(z.number()),
    createdAt: time(),
  })
  .register(z.globalRegistry, named('TokenUsage', 'The record of one model call; `cost` in US dollars.'));

export const ErrorBody = z
  .looseObject({
    error: z.string(),
    message: z.string(),
    issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
    retryAfterSeconds: z.optional(z.int().check(z.minimum(1))),
  })
  .register(
    z.globalRegistry,
    named('Error', '`error` is a stable code; `message` is one sentence for a person.'),
  );
