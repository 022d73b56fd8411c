import * as z from 'zod/mini';

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
