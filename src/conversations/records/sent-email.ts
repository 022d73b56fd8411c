import * as z from 'zod/mini';
import { count, named, time, uuid } from '../../lib/fields.ts';
import { DeliveryFailure } from './outbox-entry.ts';

/**
 * The kind of an e-mail to a visitor. `reply`: an agent's answer to a left message. `unseen`: agents'
 * messages that the visitor has not seen. `received`: a message was left with this address. `confirmation`: a
 * request to confirm the address. `transcript`: the conversation, to a confirmed address.
 */
export const EmailKind = z.enum(['reply', 'unseen', 'received', 'confirmation', 'transcript']);
export type EmailKind = z.output<typeof EmailKind>;

/** An e-mail of a conversation, with its address. Content. Its text comes from the messages. */
export const SentEmail = z
  .object({
    id: uuid(),
    kind: EmailKind,
    /** The visitor gave it in this conversation. */
    to: z.string(),
    at: time(),
    /** Of a `reply`: the agent's message. */
    messageId: z.exactOptional(uuid()),
    /** Of `unseen`: it contains the agents' messages after this `seq`, up to `upToSeq` once it is sent. */
    afterSeq: z.exactOptional(count()),
    upToSeq: z.exactOptional(count()),
    /** `skipped`: not sent, because the visitor has seen the messages. */
    state: z.enum(['waiting', 'sent', 'failed', 'skipped']),
    /** The failure of the last attempt. */
    failure: z.exactOptional(z.catch(DeliveryFailure, 'unavailable')),
    /**
     * The service's operation of an accepted e-mail that can still fail; its state is checked
     * (`checkAfterMs`), and delivery reports name it.
     */
    operation: z.exactOptional(z.object({ id: z.string(), acceptedAt: time() })),
    /** An attempt was interrupted when the e-mail may have been accepted; it is retried once. */
    maybeSent: z.exactOptional(z.literal(true)),
    /** It was counted against the limits; a retry is not counted again. */
    counted: z.exactOptional(z.literal(true)),
  })
  .register(
    z.globalRegistry,
    named('SentEmail', 'An e-mail to the visitor of a conversation, and its delivery state.'),
  );
export type SentEmail = z.output<typeof SentEmail>;
