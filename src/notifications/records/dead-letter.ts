import * as z from 'zod/mini';
import { count, named, time, uuid } from '../../lib/fields.ts';
import {
  ChannelName,
  DeliveryFailure,
  DeliveryStep,
  OutboxKind,
} from '../../conversations/records/outbox-entry.ts';

/** A notice with the deliveries that are no longer retried. */
export const DeadLetter = z
  .object({
    id: uuid(),
    sessionId: uuid(),
    kind: OutboxKind,
    at: time(),
    sourceDomain: z.exactOptional(z.string()),
    deliveries: z.array(
      z.object({
        channel: ChannelName,
        step: DeliveryStep,
        attempts: count(),
        failure: z.exactOptional(DeliveryFailure),
        deadSince: time(),
        /** The channel is switched off; the delivery cannot be sent again until it is on. */
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
export type DeadLetter = z.output<typeof DeadLetter>;
