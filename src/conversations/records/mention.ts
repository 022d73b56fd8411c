import * as z from 'zod/mini';
import { named, time, uuid } from '../../lib/fields.ts';

/** A note that mentions an agent, as listed at the desk. */
export const Mention = z
  .object({
    noteId: uuid(),
    sessionId: uuid(),
    /** When the note was written. */
    at: time(),
    /** The name of its author. */
    by: z.string(),
    /** The first 120 characters of the note. Content. */
    preview: z.string(),
    /** When the agent opened the conversation after the note. */
    seenAt: z.exactOptional(time()),
  })
  .register(z.globalRegistry, named('Mention', 'A note of a colleague that mentions the agent.'));
export type Mention = z.output<typeof Mention>;
