import * as z from 'zod/mini';
import { count, named } from '../../lib/fields.ts';

const usageFields = {
  inputTokens: count(),
  /** The parts of `inputTokens` that were read from and written to the provider's prompt cache. */
  cachedInputTokens: count(),
  cacheWriteTokens: count(),
  outputTokens: count(),
  cost: z.number(),
  /** The number of requests of unknown price, not included in `cost`. */
  unpricedCalls: count(),
};
/** The number of model calls, their tokens, and their cost in US dollars. */
export const costFields = { requests: count(), ...usageFields };

/** The figures of a date range. */
export const Figures = z
  .object({
    conversations: count(),
    /** Messages of all roles. */
    messages: count(),
    visitorMessages: count(),
    assistantMessages: count(),
    agentMessages: count(),
    ...usageFields,
    handoffs: count(),
    /** The assistant's messages without an answer, and the conversations that it did not resolve. */
    unanswered: count(),
    unresolved: count(),
    /** The share of conversations that the assistant resolved, 0 to 1; null without conversations. */
    resolvedByAssistant: z.nullable(z.number().check(z.minimum(0), z.maximum(1))),
    ratingsUp: count(),
    ratingsDown: count(),
    /** The visitors' ratings of closed conversations, and the share of helpful ones. */
    visitsHelpful: count(),
    visitsNotHelpful: count(),
    visitsHelpfulShare: z.nullable(z.number().check(z.minimum(0), z.maximum(1))),
    /** From the request for an agent to the first reply; null without a reply. */
    medianFirstReplySeconds: z.nullable(count()),
    /** From a left message to its answer; null without an answer. */
    medianLeftAnswerSeconds: z.nullable(count()),
  })
  .register(z.globalRegistry, named('Figures', 'The figures of a time window; `cost` in US dollars.'));
export type Figures = z.infer<typeof Figures>;
