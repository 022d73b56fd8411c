import * as z from 'zod/mini';
import { count, time, uuid } from './fields.ts';

/** The changes of a conversation that cause notices; also the types of the events for other systems. */
export const NoticeKind = z.enum(['session.handoff', 'session.claimed', 'session.closed', 'message.left']);
export type NoticeKind = z.output<typeof NoticeKind>;

/**
 * The kind of an outbox entry: a notice, an e-mail to the visitor, or a note that mentions agents. The id of
 * an e-mail or a note is the entry's.
 */
export const OutboxKind = z.enum([...NoticeKind.options, 'email', 'mention']);
export type OutboxKind = z.output<typeof OutboxKind>;

/** Every channel of notices, each with its own adapter. */
export const ChannelName = z.enum(['teams-workflow', 'teams-activity', 'events', 'email']);
export type ChannelName = z.output<typeof ChannelName>;

/** `reminder` and `escalation` follow a handoff that no agent has claimed. */
export const DeliveryStep = z.enum(['notice', 'reminder', 'escalation']);
export type DeliveryStep = z.output<typeof DeliveryStep>;

/** Why a channel did not take a notice: a closed list, never text of another system. */
export const DeliveryFailure = z.enum([
  'address-missing',
  'address-refused',
  'app-ambiguous',
  'app-missing',
  'application-missing',
  'channel-off',
  'consent-missing',
  'credential-missing',
  'expired',
  'gone',
  'hanging',
  'identity-missing',
  'limit-reached',
  'not-allowed',
  'recipient-refused',
  'recipient-suppressed',
  'redirected',
  'refused',
  'throttled',
  'too-large',
  'unavailable',
  'unreachable',
]);
export type DeliveryFailure = z.output<typeof DeliveryFailure>;

/**
 * One notice on its way to one channel. A delivery that is done is removed from its entry. After a rollback
 * the channel and the step may be of a later release; see `knownDelivery`.
 */
export const Delivery = z.object({
  channel: z.string(),
  step: z.string(),
  /** When it was to be delivered first, or when an admin sent it again. */
  dueSince: time(),
  /** When it is tried next. */
  nextAt: time(),
  attempts: count(),
  /** Of the last attempt. */
  failure: z.exactOptional(z.catch(DeliveryFailure, 'unavailable')),
  /** Since when it is not tried any more: it is in the list of undelivered notices. */
  deadSince: z.exactOptional(time()),
});
export type Delivery = z.output<typeof Delivery>;

/** The facts that a channel may get. It never holds text of the conversation. */
export const NoticeFacts = z.object({
  sourceDomain: z.exactOptional(z.string()),
  widgetName: z.exactOptional(z.string()),
  /** The visitor's language as their browser sent it: a BCP 47 tag. */
  language: z.exactOptional(z.string()),
  /** Since when the visitor waits for an agent. */
  waitingSince: z.exactOptional(time()),
  /** The visitor has left a message that is not answered yet. */
  messageLeft: z.exactOptional(z.literal(true)),
});
export type NoticeFacts = z.output<typeof NoticeFacts>;

/** Transactional outbox: a notice of one change of a conversation, stored with the change. */
export const OutboxEntry = z.object({
  id: uuid(),
  sessionId: uuid(),
  /** 1, 2, 3 … in each conversation: the order in which a channel gets its notices. */
  order: count(),
  /** An `OutboxKind`, or one of a later release. */
  kind: z.string(),
  at: time(),
  facts: NoticeFacts,
  deliveries: z.readonly(z.array(Delivery)),
  /** Until then one instance is delivering it, and the others skip it. */
  leasedUntil: z.exactOptional(time()),
});
export type OutboxEntry = z.output<typeof OutboxEntry>;

/** A delivery whose kind, channel and step this release knows. */
export const KnownDelivery = z.object({ kind: OutboxKind, channel: ChannelName, step: DeliveryStep });
export type KnownDelivery = z.output<typeof KnownDelivery>;
