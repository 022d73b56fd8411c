import * as z from 'zod/mini';
import { named, time, uuid } from './fields.ts';

/**
 * A note of an agent to the others about a conversation. It has no `seq`: visitors never see that it is
 * there.
 */
export const Note = z
  .object({
    id: uuid(),
    content: z.string(),
    createdAt: time(),
    agent: z.object({ oid: z.string(), name: z.string() }),
    /** The colleagues whom it mentions; the content names each of them as `@name`. */
    mentions: z.exactOptional(z.readonly(z.array(z.object({ oid: z.string(), name: z.string() })))),
  })
  .register(z.globalRegistry, named('Note', 'A note of agents about a conversation; visitors never see it.'));
export type Note = z.output<typeof Note>;
