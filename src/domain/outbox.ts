import {
  KnownDelivery,
  type ChannelName,
  type Delivery,
  type NoticeFacts,
  type NoticeKind,
  type OutboxEntry,
  type OutboxKind,
} from './records/outbox-entry.ts';
import type { SessionRecord } from './records/session.ts';
import { sourceDomain } from './widgets.ts';

/** How long the instance that stores or takes an entry has it for itself, in milliseconds. */
export const LEASE_MS = 30_000;

/** The notice of a change of a conversation; undefined if its state stays the same. */
export function noticeOf(before: SessionRecord | undefined, after: SessionRecord): NoticeKind | undefined {
  if (before?.status === after.status) return undefined;
  switch (after.status) {
    case 'open':
      return undefined;
    case 'human_requested':
      return 'session.handoff';
    case 'claimed':
      return 'session.claimed';
    case 'closed':
      return 'session.closed';
  }
}

/** Whether a message waits for its answer: never whose, nor what it says. */
function messageLeft({ contact }: SessionRecord): Pick<NoticeFacts, 'messageLeft'> {
  return contact && contact.answeredAt === undefined ? { messageLeft: true } : {};
}

/** The facts of a repeated notice: a message may have been left, or answered, since. */
export function factsNow(
  { messageLeft: _before, ...facts }: NoticeFacts,
  session: SessionRecord,
): NoticeFacts {
  return { ...facts, ...messageLeft(session) };
}

/** The origin of a conversation. */
function placeOf(session: SessionRecord): NoticeFacts {
  const domain = sourceDomain(session);
  return {
    ...(domain !== undefined && { sourceDomain: domain }),
    ...(session.widget && { widgetName: session.widget.name }),
    ...(session.locale !== undefined && { language: session.locale }),
  };
}

/** The facts of a conversation that channels may get. */
function factsOf(session: SessionRecord): NoticeFacts {
  return {
    ...placeOf(session),
    ...(session.status === 'human_requested' && {
      waitingSince: session.humanRequestedAt ?? session.updatedAt,
    }),
    ...messageLeft(session),
  };
}

/**
 * The notice to add to the outbox. `at` is the time (RFC 3339) of its event, by default that of the change;
 * it is not delivered before `after`.
 */
export interface NewNotice {
  id: string;
  kind: OutboxKind;
  at?: string;
  after?: string;
}

/**
 * Adds a notice to a change: the entry to store with it, leased by the instance that stores it, and the
 * session with the count that orders its notices.
 */
export function addNotice(
  session: SessionRecord,
  { id, kind, at = session.updatedAt, after, channels }: NewNotice & { channels: readonly ChannelName[] },
): { session: SessionRecord; entry: OutboxEntry } {
  const order = (session.notices ?? 0) + 1;
  const { sessionId } = session;
  const deliveries = channels.map((channel): Delivery => ({
    channel,
    step: 'notice',
    dueSince: after ?? at,
    nextAt: after ?? at,
    attempts: 0,
  }));
  const leasedUntil = laterBy(at, LEASE_MS);
  // A mention stays of use after the visitor's wait has ended.
  const facts = kind === 'mention' ? placeOf(session) : factsOf(session);
  return {
    session: { ...session, notices: order },
    entry: { id, sessionId, order, kind, at, facts, deliveries, leasedUntil },
  };
}

/** A time (RFC 3339) so many milliseconds later. */
function laterBy(at: string, ms: number): string {
  return new Date(Date.parse(at) + ms).toISOString();
}

/** When the next delivery of an entry is tried, unless another instance has leased it until later. */
export function dueAt({ deliveries, leasedUntil = '' }: OutboxEntry): string | undefined {
  const waiting = deliveries.filter((one) => one.deadSince === undefined).map(({ nextAt }) => nextAt);
  if (waiting.length === 0) return undefined;
  const first = waiting.reduce((one, other) => (one < other ? one : other));
  return first > leasedUntil ? first : leasedUntil;
}

/** Since when the latest of an entry's given-up deliveries is not tried any more. */
export function deadSince({ deliveries }: OutboxEntry): string | undefined {
  const dead = deliveries.flatMap((delivery) => delivery.deadSince ?? []);
  return dead.length === 0 ? undefined : dead.reduce((one, other) => (one > other ? one : other));
}

/** The parsed delivery; undefined for one of a later release, which a rollback has left. */
export function knownDelivery(
  { kind }: Pick<OutboxEntry, 'kind'>,
  { channel, step }: Pick<Delivery, 'channel' | 'step'>,
): KnownDelivery | undefined {
  const known = KnownDelivery.safeParse({ kind, channel, step });
  return known.success ? known.data : undefined;
}
