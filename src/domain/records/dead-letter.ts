import * as z from 'zod/mini';
import { count, named, time, uuid } from './fields.ts';
import { ChannelName, DeliveryFailure, DeliveryStep, OutboxKind } from './outbox-entry.ts';

/** A notice with its deliveries that are not tried any more. */
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
export type DeadLetter = z.output<typeof DeadLetter>;
