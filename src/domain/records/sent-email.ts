import * as z from 'zod/mini';
import { count, named, time, uuid } from './fields.ts';
import { DeliveryFailure } from './outbox-entry.ts';

/**
 * The reason of an e-mail to a visitor. `reply` is an agent's answer to a left message. `unseen` is for
 * messages that agents wrote while the visitor was away. `confirmation` asks whether an address is the
 * visitor's, and `transcript` goes to a confirmed one.
 */
export const EmailKind = z.enum(['reply', 'unseen', 'confirmation', 'transcript']);
export type EmailKind = z.output<typeof EmailKind>;

/** An e-mail of a conversation, with its address: content. Its text is that of the messages. */
export const SentEmail = z
  .object({
    id: uuid(),
    kind: EmailKind,
    /** The visitor gave it in this conversation. */
    to: z.string(),
    at: time(),
    /** Of a `reply`: the agent's message that it is. */
    messageId: z.exactOptional(uuid()),
    /** Of `unseen`: it has the agents' messages after this `seq`, up to `upToSeq` once it is sent. */
    afterSeq: z.exactOptional(count()),
    upToSeq: z.exactOptional(count()),
    /** `skipped`: not needed any more, as the visitor has seen the messages. */
    state: z.enum(['waiting', 'sent', 'failed', 'skipped']),
    /** Of the last attempt. */
    failure: z.exactOptional(z.catch(DeliveryFailure, 'unavailable')),
    /** Of a sent one that can still fail: the service's operation, which is asked about (`checkAfterMs`). */
    operation: z.exactOptional(z.object({ id: z.string(), acceptedAt: time() })),
    /** An attempt broke off when the e-mail may have been accepted: it is tried once again. */
    maybeSent: z.exactOptional(z.literal(true)),
  })
  .register(
    z.globalRegistry,
    named('SentEmail', 'An e-mail to the visitor of a conversation, and what became of it.'),
  );
export type SentEmail = z.output<typeof SentEmail>;
