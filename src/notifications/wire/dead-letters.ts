import * as z from 'zod/mini';
import { named, uuid } from '../../lib/fields.ts';
import { cursor, queryInteger } from '../../platform/wire/query-fields.ts';
import { DeadLetter } from '../records/dead-letter.ts';

export const DeadLettersReply = z
  .object({ deadLetters: z.array(DeadLetter), nextCursor: z.optional(z.string()) })
  .register(z.globalRegistry, named('DeadLetters', 'Notices that could not be delivered, newest first.'));
export type DeadLettersReply = z.infer<typeof DeadLettersReply>;

export const DeadLettersQuery = z.object({
  limit: z._default(queryInteger(1, 200), 50),
  cursor: z.optional(cursor()),
});

/** `sessionId` is required, because notices are stored by conversation. */
export const DeadLetterChange = z
  .object({ action: z.enum(['retry', 'dismiss']), sessionId: uuid(), id: uuid() })
  .register(
    z.globalRegistry,
    named('DeadLetterChange', 'The undelivered notice to send again or to dismiss.'),
  );
