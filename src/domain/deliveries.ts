import type { DeliveryResult } from './delivery-outcome.ts';
import type { Delivery, DeliveryStep, OutboxEntry } from './records/outbox-entry.ts';
import type { SessionRecord } from './records/session.ts';

/** With the pauses below, 24 attempts take most of `GIVE_UP_MS`. */
export const MAX_ATTEMPTS = 24;
/** How long a notice is tried, in milliseconds. */
export const GIVE_UP_MS = 24 * 3_600_000;

const FIRST_PAUSE_MS = 15_000;
const MAX_PAUSE_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** When a notice of an unclaimed handoff is repeated, in minutes since the visitor waits; absent: never. */
export interface FollowUps {
  reminderMinutes?: number;
  escalationMinutes?: number;
}

export interface AttemptContext {
  nowMs: number;
  /** Spreads instances that failed together; 0 to 1. */
  jitter: number;
  followUps: FollowUps;
}

const timeAt = (ms: number) => new Date(ms).toISOString();

/** The deliveries of an entry that are due at a time (RFC 3339). */
export function dueDeliveries({ deliveries }: OutboxEntry, now: string): Delivery[] {
  return deliveries.filter((one) => one.deadSince === undefined && one.nextAt <= now);
}

/** The deliveries that follow a handoff where no agent claims it, from its first attempt on. */
function followingDeliveries(
  { kind, facts }: OutboxEntry,
  first: Delivery,
  followUps: FollowUps,
): Delivery[] {
  const { waitingSince } = facts;
  const isFirst = first.step === 'notice' && first.attempts === 0;
  if (kind !== 'session.handoff' || waitingSince === undefined || !isFirst) return [];
  const at = (step: DeliveryStep, minutes: number | undefined): Delivery[] => {
    if (minutes === undefined) return [];
    const dueSince = timeAt(Date.parse(waitingSince) + minutes * MINUTE_MS);
    return [{ channel: first.channel, step, dueSince, nextAt: dueSince, attempts: 0 }];
  };
  return [...at('reminder', followUps.reminderMinutes), ...at('escalation', followUps.escalationMinutes)];
}

/** Exponential back-off with jitter, and no sooner than the other side asks for. */
function pauseMs(attempts: number, retryAfterMs: number, jitter: number): number {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), MAX_PAUSE_MS);
  return Math.max(pause * (0.5 + jitter / 2), retryAfterMs);
}

function failed(
  delivery: Delivery,
  { code, permanent, retryAfterMs = 0 }: Extract<DeliveryResult, { ok: false }>,
  { nowMs, jitter }: AttemptContext,
): Delivery {
  const attempts = delivery.attempts + 1;
  const tried = { ...delivery, attempts, failure: code };
  const nextMs = nowMs + pauseMs(attempts, retryAfterMs, jitter);
  const isLate = nextMs - Date.parse(delivery.dueSince) >= GIVE_UP_MS;
  return permanent || isLate || attempts >= MAX_ATTEMPTS
    ? { ...tried, deadSince: timeAt(nowMs) }
    : { ...tried, nextAt: timeAt(nextMs) };
}

/**
 * An entry after one of its deliveries was tried. Deliveries that succeeded, or whose channel is gone, are
 * removed. The first attempt plans what follows it, so that an escalation comes also where the first address
 * fails.
 */
export function afterAttempt(
  entry: OutboxEntry,
  tried: Delivery,
  result: DeliveryResult,
  context: AttemptContext,
): OutboxEntry {
  const others = entry.deliveries.filter((one) => one !== tried);
  if (!result.ok && result.code === 'channel-off') return { ...entry, deliveries: others };
  const again = result.ok ? [] : [failed(tried, result, context)];
  const following = followingDeliveries(entry, tried, context.followUps);
  return { ...entry, deliveries: [...others, ...again, ...following] };
}

/** An entry without deliveries that are of no use any more. */
export function withoutDeliveries(entry: OutboxEntry, dropped: readonly Delivery[]): OutboxEntry {
  return { ...entry, deliveries: entry.deliveries.filter((one) => !dropped.includes(one)) };
}

/** Whether the visitor of a handoff still waits for an agent, since the same time. */
export function isStillWaiting({ facts }: OutboxEntry, session: SessionRecord | undefined): boolean {
  return session?.status === 'human_requested' && session.humanRequestedAt === facts.waitingSince;
}

/** Whether a delivery is of use only while the visitor of its notice waits for an agent. */
export function endsWithWaiting(
  { facts }: Pick<OutboxEntry, 'facts'>,
  { step }: Pick<Delivery, 'step'>,
  { onlyWhileWaiting }: { onlyWhileWaiting: boolean },
): boolean {
  return facts.waitingSince !== undefined && (step !== 'notice' || onlyWhileWaiting);
}

/** The earlier entry that a delivery waits for: its channel has not got that one yet. */
export function blockerOf(
  delivery: Delivery,
  { order }: OutboxEntry,
  entries: readonly OutboxEntry[],
): OutboxEntry | undefined {
  if (delivery.step !== 'notice') return undefined;
  return entries.find(
    (other) =>
      other.order < order &&
      other.deliveries.some(
        ({ channel, step, deadSince }) =>
          channel === delivery.channel && step === 'notice' && deadSince === undefined,
      ),
  );
}

/** An entry whose delivery is tried at a later time: an earlier notice of the conversation comes first. */
export function postponed(entry: OutboxEntry, delivery: Delivery, until: string): OutboxEntry {
  const deliveries = entry.deliveries.map((one) => (one === delivery ? { ...one, nextAt: until } : one));
  return { ...entry, deliveries };
}

/** The deliveries of an entry that were given up. */
export function deadDeliveries({ deliveries }: OutboxEntry): Delivery[] {
  return deliveries.filter(({ deadSince }) => deadSince !== undefined);
}

/**
 * An entry whose given-up deliveries are tried again from now on. Reminders after a handoff are not
 * repeated.
 */
export function revived(entry: OutboxEntry, again: readonly Delivery[], now: string): OutboxEntry {
  const deliveries = entry.deliveries.map((one) => {
    if (!again.includes(one)) return one;
    const { channel, step } = one;
    return { channel, step, dueSince: now, nextAt: now, attempts: 1 };
  });
  return { ...entry, deliveries };
}

/** An entry without its given-up deliveries. */
export function dismissed(entry: OutboxEntry): OutboxEntry {
  return { ...entry, deliveries: entry.deliveries.filter(({ deadSince }) => deadSince === undefined) };
}
