import * as z from 'zod/mini';
import { count, named, time } from '../../lib/fields.ts';

/** The visitor's answer to "Did this help?" after the close. `comment` is content. */
export const VisitorRating = z
  .object({ helpful: z.boolean(), comment: z.exactOptional(z.string()), ratedAt: time() })
  .register(
    z.globalRegistry,
    named('VisitorRating', "The visitor's rating of a conversation: whether it helped."),
  );
export type VisitorRating = z.output<typeof VisitorRating>;

/** The visitors' ratings of the conversations that an agent closed. */
export const AgentRating = z
  .object({ oid: z.string(), name: z.string(), helpful: count(), notHelpful: count() })
  .register(z.globalRegistry, named('AgentRating', 'How visitors rated the conversations of one agent.'));
export type AgentRating = z.output<typeof AgentRating>;
