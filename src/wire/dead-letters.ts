import * as z from 'zod/mini';
import { count, named, time, uuid } from '../domain/records/fields.ts';
import { cursor, queryInteger } from './records.ts';
import { ChannelName, DeliveryFailure, DeliveryStep, NoticeKind } from '../domain/records/outbox-entry.ts';

const DeadLetter = z
  .object({
    id: uuid(),
    sessionId: uuid(),
    kind: NoticeKind,
    at: time(),
    sourceDomain: z.exactOptional(z.string()),
    deliveries: z.array(
      z.object({
        channel: ChannelName,
        step: DeliveryStep,
        attempts: count(),
        failure: z.exactOptional(DeliveryFailure),
        deadSince: time(),
        /** The channel has been switched off since: it is not sent again while it is. */
        channelOff: z.exactOptional(z.literal(true)),
      }),
    ),
  })
  .register(
    z.globalRegistry,
    named(
      'DeadLetter',
      'A notice with its deliveries that are not tried any more, each with the last failure.',
    ),
  );

export const DeadLettersReply = z
  .object({ deadLetters: z.array(DeadLetter), nextCursor: z.optional(z.string()) })
  .register(z.globalRegistry, named('DeadLetters', 'Notices that could not be delivered, newest first.'));
export type DeadLettersReply = z.infer<typeof DeadLettersReply>;

export const DeadLettersQuery = z.object({
  limit: z._default(queryInteger(1, 200), 50),
  cursor: z.optional(cursor()),
});

/** Names one notice; its id alone does not say where it is stored. */
export const DeadLetterChange = z
  .object({ action: z.enum(['retry', 'dismiss']), sessionId: uuid(), id: uuid() })
  .register(
    z.globalRegistry,
    named('DeadLetterChange', 'The undelivered notice to send again or to dismiss.'),
  );
