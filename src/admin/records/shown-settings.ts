import * as z from 'zod/mini';
import { count } from '../../lib/fields.ts';

/** The settings shown to admins: never a secret, an endpoint or a connection. */
export const ShownSettings = z.object({
  /** `["*"]` if any site may embed the chat. */
  allowedOrigins: z.array(z.string()),
  assistantName: z.string(),
  model: z.enum(['azure-openai', 'openai', 'knowledge']),
  /** How agents sign in; `local`: the test agents of the local host. */
  identity: z.enum(['entra', 'local', 'none']),
  publisher: z.enum(['http', 'off']),
  planId: z.string(),
  seatWindowDays: count(),
  /** 0 if missing. */
  dailyTokenBudget: count(),
  /** US dollars per million tokens; a missing price is the list price of the model. */
  prices: z.object({
    input: z.exactOptional(z.number()),
    cachedInput: z.exactOptional(z.number()),
    cacheWrite: z.exactOptional(z.number()),
    output: z.exactOptional(z.number()),
  }),
  /** Calls per minute. */
  limits: z.object({
    sessionMessages: count(),
    sessionReads: count(),
    ipMessages: count(),
    ipReads: count(),
  }),
});
export type ShownSettings = z.output<typeof ShownSettings>;
