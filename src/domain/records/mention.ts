import * as z from 'zod/mini';
import { named, time, uuid } from './fields.ts';

/** A note that mentions an agent, as its list at the desk shows it. */
export const Mention = z
  .object({
    noteId: uuid(),
    sessionId: uuid(),
    /** When the note was written. */
    at: time(),
    /** Who wrote it. */
    by: z.string(),
    /** The first 120 characters of the note. Content. */
    preview: z.string(),
    /** When the agent has opened the conversation since. */
    seenAt: z.exactOptional(time()),
  })
  .register(z.globalRegistry, named('Mention', 'A note of a colleague that mentions the agent.'));
export type Mention = z.output<typeof Mention>;
