import * as z from 'zod/mini';
import { count, named } from './fields.ts';

const usageFields = {
  inputTokens: count(),
  /** The parts of `inputTokens` that were read from and written to the provider's prompt cache. */
  cachedInputTokens: count(),
  cacheWriteTokens: count(),
  outputTokens: count(),
  cost: z.number(),
  /** How many requests `cost` leaves out because their model has no price. */
  unpricedCalls: count(),
};
/** The usage of model calls, with their number. */
export const costFields = { requests: count(), ...usageFields };

/** The figures of a date range. */
export const Figures = z
  .object({
    conversations: count(),
    /** Of visitors, the assistant and agents together. */
    messages: count(),
    visitorMessages: count(),
    assistantMessages: count(),
    agentMessages: count(),
    ...usageFields,
    handoffs: count(),
    /** The share of conversations without a handoff request, 0 to 1; null without conversations. */
    answeredWithoutPerson: z.nullable(z.number().check(z.minimum(0), z.maximum(1))),
    ratingsUp: count(),
    ratingsDown: count(),
    /** The visitors' ratings of closed conversations, and the share of helpful ones. */
    visitsHelpful: count(),
    visitsNotHelpful: count(),
    visitsHelpfulShare: z.nullable(z.number().check(z.minimum(0), z.maximum(1))),
    /** The median time to an agent's first reply; null without a reply. */
    medianFirstReplySeconds: z.nullable(count()),
    /** The median time to the answer of a left message; null without an answer. */
    medianLeftAnswerSeconds: z.nullable(count()),
  })
  .register(z.globalRegistry, named('Figures', 'What happened in a window; `cost` in US dollars.'));
export type Figures = z.infer<typeof Figures>;
