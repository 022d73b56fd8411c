import {
  KnownDelivery,
  type ChannelName,
  type Delivery,
  type NoticeFacts,
  type NoticeKind,
  type OutboxEntry,
  type OutboxKind,
} from '../records/outbox-entry.ts';
import type { SessionRecord } from '../records/session.ts';
import { sourceDomain } from './origin.ts';

/** The lease of the instance that stores or delivers an entry, in milliseconds. */
export const LEASE_MS = 30_000;

/** The notice for a change of a conversation; undefined if the change needs no notice. */
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

/** Set if a left message waits for its answer; without its content. */
function messageLeft({ contact }: SessionRecord): Pick<NoticeFacts, 'messageLeft'> {
  return contact && contact.answeredAt === undefined ? { messageLeft: true } : {};
}

/** The facts for a repeated notice, with the current state of the left message. */
export function currentFacts(
  { messageLeft: _before, ...facts }: NoticeFacts,
  session: SessionRecord,
): NoticeFacts {
  return { ...facts, ...messageLeft(session) };
}

function originFacts(session: SessionRecord): NoticeFacts {
  const domain = sourceDomain(session);
  return {
    ...(domain !== undefined && { sourceDomain: domain }),
    ...(session.widget && { widgetName: session.widget.name }),
    ...(session.locale !== undefined && { language: session.locale }),
    ...(session.tagIds && { tagIds: session.tagIds }),
  };
}

function factsOf(session: SessionRecord): NoticeFacts {
  return {
    ...originFacts(session),
    ...(session.status === 'human_requested' && {
      waitingSince: session.humanRequestedAt ?? session.updatedAt,
    }),
    ...messageLeft(session),
  };
}

/**
 * A notice to add to the outbox. `at`: the time (RFC 3339) of its event; default: the time of the change. It
 * is not delivered before `after`.
 */
export interface NewNotice {
  id: string;
  kind: OutboxKind;
  at?: string;
  after?: string;
}

/**
 * Creates the outbox entry of a change, leased by this instance, and increments the session's counter of
 * notices, which orders them.
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
  const leasedUntil = addMs(at, LEASE_MS);
  // A mention is still useful after the wait of the visitor has ended.
  const facts = kind === 'mention' ? originFacts(session) : factsOf(session);
  const series = kind === 'email' ? seriesOf(session, id) : undefined;
  return {
    session: { ...session, notices: order },
    entry: {
      ...{ id, sessionId, order, kind, at, facts, deliveries, leasedUntil },
      ...(series !== undefined && { series }),
    },
  };
}

/** The first e-mail of the same kind to the same address. */
function seriesOf({ emails = [] }: SessionRecord, id: string): string | undefined {
  const own = emails.find((email) => email.id === id);
  return emails.find(({ kind, to }) => kind === own?.kind && to === own.to)?.id;
}

function addMs(at: string, ms: number): string {
  return new Date(Date.parse(at) + ms).toISOString();
}

/**
 * When the next delivery of an entry is due, but not before its lease ends; undefined if no delivery is due.
 */
export function dueAt({ deliveries, leasedUntil = '' }: OutboxEntry): string | undefined {
  const waiting = deliveries.filter((one) => one.deadSince === undefined).map(({ nextAt }) => nextAt);
  if (waiting.length === 0) return undefined;
  const first = waiting.reduce((one, other) => (one < other ? one : other));
  return first > leasedUntil ? first : leasedUntil;
}

/** The latest time at which a delivery of the entry became a dead letter; undefined without one. */
export function deadSince({ deliveries }: OutboxEntry): string | undefined {
  const dead = deliveries.flatMap((delivery) => delivery.deadSince ?? []);
  return dead.length === 0 ? undefined : dead.reduce((one, other) => (one > other ? one : other));
}

/** The parsed delivery; undefined if a later release stored it before a rollback. */
export function knownDelivery(
  { kind }: Pick<OutboxEntry, 'kind'>,
  { channel, step }: Pick<Delivery, 'channel' | 'step'>,
): KnownDelivery | undefined {
  const known = KnownDelivery.safeParse({ kind, channel, step });
  return known.success ? known.data : undefined;
}
