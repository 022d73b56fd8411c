import * as z from 'zod/mini';
import { count, time, uuid } from '../../lib/fields.ts';

/** The changes of a conversation that cause notices; also the types of the CloudEvents. */
export const NoticeKind = z.enum(['session.handoff', 'session.claimed', 'session.closed', 'message.left']);
export type NoticeKind = z.output<typeof NoticeKind>;

/**
 * The kind of an outbox entry: a notice, an e-mail to the visitor, or a note that mentions agents. The entry
 * of an e-mail or a note has its id.
 */
export const OutboxKind = z.enum([...NoticeKind.options, 'email', 'mention']);
export type OutboxKind = z.output<typeof OutboxKind>;

export const ChannelName = z.enum(['teams-workflow', 'teams-activity', 'events', 'email']);
export type ChannelName = z.output<typeof ChannelName>;

/**
 * `reminder` and `escalation` follow a handoff that no agent has claimed. `check` asks what became of an
 * accepted e-mail.
 */
export const DeliveryStep = z.enum(['notice', 'reminder', 'escalation', 'check']);
export type DeliveryStep = z.output<typeof DeliveryStep>;

/** Why a delivery failed: a fixed list, never text of another system. */
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
  'recipient-filtered',
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
 * The pending delivery of a notice to one channel. It is removed from its entry when it succeeds. After a
 * rollback, the channel and the step may be of a later release; see `knownDelivery`.
 */
export const Delivery = z.object({
  channel: z.string(),
  step: z.string(),
  /** The first due time, or the time at which an admin sent it again. */
  dueSince: time(),
  /** The time of the next attempt. */
  nextAt: time(),
  attempts: count(),
  /** The failure of the last attempt. */
  failure: z.exactOptional(z.catch(DeliveryFailure, 'unavailable')),
  /** A dead letter since this time: it is no longer retried. */
  deadSince: z.exactOptional(time()),
});
export type Delivery = z.output<typeof Delivery>;

/** The facts for channels. They never contain text of the conversation. */
export const NoticeFacts = z.object({
  sourceDomain: z.exactOptional(z.string()),
  widgetName: z.exactOptional(z.string()),
  /** The language of the visitor's browser (BCP 47), not validated. */
  language: z.exactOptional(z.string()),
  /** The ids of the conversation's tags at the time of the change. */
  tagIds: z.exactOptional(z.readonly(z.array(uuid()))),
  /** Since when the visitor waits for an agent. */
  waitingSince: z.exactOptional(time()),
  /** The visitor's left message is not answered yet. */
  messageLeft: z.exactOptional(z.literal(true)),
});
export type NoticeFacts = z.output<typeof NoticeFacts>;

/** Transactional outbox: a notice of one change of a conversation, stored with the change. */
export const OutboxEntry = z.object({
  id: uuid(),
  sessionId: uuid(),
  /** 1, 2, 3 … in each conversation: the order of delivery in each channel. */
  order: count(),
  /**
   * Only of an e-mail: the id of the first e-mail of the same kind to the same address. It is in order with
   * these only, and only while they are due.
   */
  series: z.exactOptional(uuid()),
  /** An `OutboxKind`, or a kind of a later release. */
  kind: z.string(),
  at: time(),
  facts: NoticeFacts,
  deliveries: z.readonly(z.array(Delivery)),
  /** The end of the lease of the instance that delivers it; other instances skip it until then. */
  leasedUntil: z.exactOptional(time()),
});
export type OutboxEntry = z.output<typeof OutboxEntry>;

/** A delivery whose kind, channel and step this release knows. */
export const KnownDelivery = z.object({ kind: OutboxKind, channel: ChannelName, step: DeliveryStep });
export type KnownDelivery = z.output<typeof KnownDelivery>;
