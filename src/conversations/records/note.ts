import * as z from 'zod/mini';
import { named, time, uuid } from '../../lib/fields.ts';

/**
 * An internal note of an agent on a conversation. Notes have no `seq`, so that visitors cannot notice them.
 */
export const Note = z
  .object({
    id: uuid(),
    content: z.string(),
    createdAt: time(),
    /** The last change of the text. */
    editedAt: z.exactOptional(time()),
    agent: z.object({ oid: z.string(), name: z.string() }),
    /** The mentioned agents; the content has each of them as `@name`. */
    mentions: z.exactOptional(z.readonly(z.array(z.object({ oid: z.string(), name: z.string() })))),
  })
  .register(z.globalRegistry, named('Note', 'A note of agents about a conversation; visitors never see it.'));
export type Note = z.output<typeof Note>;
