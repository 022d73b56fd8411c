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
/** What model calls cost. */
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
    /** The share of conversations without a handoff request, 0 to 1; null where there were none. */
    answeredWithoutPerson: z.nullable(z.number().check(z.minimum(0), z.maximum(1))),
    ratingsUp: count(),
    ratingsDown: count(),
    /** What visitors said of closed conversations, and the share that says that it helped. */
    visitsHelpful: count(),
    visitsNotHelpful: count(),
    visitsHelpfulShare: z.nullable(z.number().check(z.minimum(0), z.maximum(1))),
    /** The median time to an agent's first reply; null where there were none. */
    medianFirstReplySeconds: z.nullable(count()),
    /** The median time to the answer of a message that was left; null where there were none. */
    medianLeftAnswerSeconds: z.nullable(count()),
  })
  .register(z.globalRegistry, named('Figures', 'What happened in a window; `cost` in US dollars.'));
export type Figures = z.infer<typeof Figures>;
