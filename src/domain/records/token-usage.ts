import * as z from 'zod/mini';
import { count, named, time, uuid } from './fields.ts';

/** One model call, kept with the message that it was made for; the first call's `id` is that message's id. */
export const TokenUsage = z
  .object({
    id: uuid(),
    sessionId: uuid(),
    messageId: uuid(),
    model: z.string(),
    inputTokens: count(),
    outputTokens: count(),
    /** The part of `inputTokens` that the provider took from its prompt cache. */
    cachedInputTokens: count(),
    /**
     * The part of `inputTokens` that the provider wrote to its prompt cache; absent where it does not say.
     */
    cacheWriteTokens: z.exactOptional(count()),
    /** US dollars; null where the model has no price. */
    cost: z.nullable(z.number()),
    createdAt: time(),
  })
  .register(z.globalRegistry, named('TokenUsage', 'The record of one model call; `cost` in US dollars.'));
export type TokenUsage = z.output<typeof TokenUsage>;

/** The usage of one call of the model. */
export type Usage = Pick<
  TokenUsage,
  'inputTokens' | 'outputTokens' | 'cachedInputTokens' | 'cacheWriteTokens'
>;
