import { count, named, time, uuid } from '../../lib/fields.ts';
import * as z from 'zod/mini';

/** One model call, stored with its message; the `id` of the first call is the id of the message. */
export const TokenUsage = z
  .object({
    id: uuid(),
    sessionId: uuid(),
    messageId: uuid(),
    model: z.string(),
    inputTokens: count(),
    outputTokens: count(),
    /** The part of `inputTokens` that was read from the provider's prompt cache. */
    cachedInputTokens: count(),
    /**
     * The part of `inputTokens` that was written to the provider's prompt cache; absent if it is not
     * reported.
     */
    cacheWriteTokens: z.exactOptional(count()),
    /** US dollars; null if the price is unknown. */
    cost: z.nullable(z.number()),
    createdAt: time(),
  })
  .register(z.globalRegistry, named('TokenUsage', 'The record of one model call; `cost` in US dollars.'));
export type TokenUsage = z.output<typeof TokenUsage>;

export type Usage = Pick<
  TokenUsage,
  'inputTokens' | 'outputTokens' | 'cachedInputTokens' | 'cacheWriteTokens'
>;

/** The sums of model calls; `cost` is in US dollars, without the `unpricedCalls`. */
export const SpendingTotals = z.object({
  requests: z.number(),
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  cacheWriteTokens: z.number(),
  outputTokens: z.number(),
  cost: z.number(),
  unpricedCalls: z.number(),
});
export type SpendingTotals = z.output<typeof SpendingTotals>;
