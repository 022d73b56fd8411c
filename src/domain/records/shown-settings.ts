import * as z from 'zod/mini';
import { count } from './fields.ts';

/** The settings that an admin may see: never a secret, an endpoint or a connection. */
export const ShownSettings = z.object({
  /** `["*"]` where any site may embed the chat. */
  allowedOrigins: z.array(z.string()),
  assistantName: z.string(),
  model: z.enum(['azure-openai', 'openai', 'knowledge']),
  /** How agents sign in; `local`: the invented agents of the local host. */
  identity: z.enum(['entra', 'local', 'none']),
  publisher: z.enum(['http', 'off']),
  planId: z.string(),
  seatWindowDays: count(),
  /** 0 if missing. */
  dailyTokenBudget: count(),
  /** US dollars per million tokens; what is not there is the list price of the model that answers. */
  prices: z.object({
    input: z.exactOptional(z.number()),
    cachedInput: z.exactOptional(z.number()),
    cacheWrite: z.exactOptional(z.number()),
    output: z.exactOptional(z.number()),
  }),
  /** Calls in a minute. */
  limits: z.object({
    sessionMessages: count(),
    sessionReads: count(),
    ipMessages: count(),
    ipReads: count(),
  }),
});
export type ShownSettings = z.output<typeof ShownSettings>;
