import * as z from 'zod/mini';
import { count, named, time, uuid } from '../../lib/fields.ts';
import { Role } from '../records/message.ts';

export const SearchResult = z
  .object({
    sessionId: uuid(),
    messageId: uuid(),
    seq: z.int().check(z.minimum(1)),
    role: Role,
    createdAt: time(),
    origin: z.optional(z.string()),
    /** Plain text around the first match. */
    snippet: z.string(),
    /** Start and end of each match in `snippet`, in UTF-16 code units. */
    highlights: z.array(z.tuple([count(), count()])),
  })
  .register(
    z.globalRegistry,
    named('SearchResult', 'A message that holds every word; `highlights` mark them.'),
  );
