import type { DeliveryResult } from '../../conversations/rules/delivery-outcome.ts';
import { jittered } from '../../lib/retries.ts';
import type { Delivery, DeliveryStep, OutboxEntry } from '../../conversations/records/outbox-entry.ts';
import type { SessionRecord } from '../../conversations/records/session.ts';

/** How long a delivery is retried, in milliseconds. */
export const GIVE_UP_MS = 24 * 3_600_000;

const FIRST_PAUSE_MS = 15_000;
const MAX_PAUSE_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** When the notice of an unclaimed handoff is repeated, in minutes after the handoff; absent: never. */
export interface FollowUps {
  reminderMinutes?: number;
  escalationMinutes?: number;
}

interface AttemptContext {
  nowMs: number;
  /** Random, 0 to 1: spreads the retries of instances. */
  jitter: number;
  followUps: FollowUps;
}

const timeAt = (ms: number) => new Date(ms).toISOString();

/** The deliveries of an entry that are due at a time (RFC 3339). */
export function dueDeliveries({ deliveries }: OutboxEntry, now: string): Delivery[] {
  return deliveries.filter((one) => one.deadSince === undefined && one.nextAt <= now);
}

/** The reminder and the escalation of a handoff, planned at its first attempt. */
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

/** Exponential back-off with jitter; at least the Retry-After of the other system. */
function pauseMs(attempts: number, retryAfterMs: number, jitter: number): number {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), MAX_PAUSE_MS);
  return Math.max(jittered(pause, jitter), retryAfterMs);
}

/** The delivery that looks at an accepted one again. */
function checkOf(
  { channel }: Delivery,
  { checkAfterMs }: Extract<DeliveryResult, { ok: true }>,
  { nowMs }: AttemptContext,
): Delivery[] {
  if (checkAfterMs === undefined) return [];
  const nextAt = timeAt(nowMs + checkAfterMs);
  return [{ channel, step: 'check', dueSince: nextAt, nextAt, attempts: 0 }];
}

function afterFailure(
  delivery: Delivery,
  { code, permanent, retryAfterMs = 0 }: Extract<DeliveryResult, { ok: false }>,
  { nowMs, jitter }: AttemptContext,
): Delivery {
  const attempts = delivery.attempts + 1;
  const tried = { ...delivery, attempts, failure: code };
  const nextMs = nowMs + pauseMs(attempts, retryAfterMs, jitter);
  const isLate = nextMs - Date.parse(delivery.dueSince) >= GIVE_UP_MS;
  return permanent || isLate ? { ...tried, deadSince: timeAt(nowMs) } : { ...tried, nextAt: timeAt(nextMs) };
}

/**
 * An entry after an attempt of a delivery. A delivery is removed if it succeeded or its channel is off. The
 * first attempt plans the follow-ups, so that an escalation is sent even if the first recipient fails.
 */
export function afterAttempt(
  entry: OutboxEntry,
  tried: Delivery,
  result: DeliveryResult,
  context: AttemptContext,
): OutboxEntry {
  const others = entry.deliveries.filter((one) => one !== tried);
  if (!result.ok && result.code === 'channel-off') return { ...entry, deliveries: others };
  const again = result.ok ? checkOf(tried, result, context) : [afterFailure(tried, result, context)];
  const following = followingDeliveries(entry, tried, context.followUps);
  return { ...entry, deliveries: [...others, ...again, ...following] };
}

export function withoutDeliveries(entry: OutboxEntry, dropped: readonly Delivery[]): OutboxEntry {
  return { ...entry, deliveries: entry.deliveries.filter((one) => !dropped.includes(one)) };
}

/** Whether the visitor of a handoff still waits for an agent, and did not ask again later. */
export function isStillWaiting({ facts }: OutboxEntry, session: SessionRecord | undefined): boolean {
  return session?.status === 'human_requested' && session.humanRequestedAt === facts.waitingSince;
}

/** Whether a delivery is dropped once an agent has claimed the conversation. */
export function endsWithWaiting(
  { facts }: Pick<OutboxEntry, 'facts'>,
  { step }: Pick<Delivery, 'step'>,
  { onlyWhileWaiting }: { onlyWhileWaiting: boolean },
): boolean {
  const isFollowUp = step === 'reminder' || step === 'escalation';
  return facts.waitingSince !== undefined && (isFollowUp || onlyWhileWaiting);
}

/**
 * The earlier entry of the conversation that the same channel must get first. E-mails wait only for due
 * e-mails of their series, so that one to an unreachable server does not delay the others.
 */
export function blockerOf(
  delivery: Delivery,
  { order, series }: OutboxEntry,
  entries: readonly OutboxEntry[],
  now: string,
): OutboxEntry | undefined {
  if (delivery.step !== 'notice') return undefined;
  return entries.find(
    (other) =>
      other.order < order &&
      other.series === series &&
      other.deliveries.some(
        ({ channel, step, deadSince, nextAt }) =>
          channel === delivery.channel &&
          step === 'notice' &&
          deadSince === undefined &&
          (series === undefined || nextAt <= now),
      ),
  );
}

/** Postpones a delivery until a time (RFC 3339), for an earlier notice of the conversation. */
export function postponeDelivery(entry: OutboxEntry, delivery: Delivery, until: string): OutboxEntry {
  const deliveries = entry.deliveries.map((one) => (one === delivery ? { ...one, nextAt: until } : one));
  return { ...entry, deliveries };
}

/** The deliveries that are no longer retried. */
export function deadDeliveries({ deliveries }: OutboxEntry): Delivery[] {
  return deliveries.filter(({ deadSince }) => deadSince !== undefined);
}

/**
 * Schedules dead deliveries again, due now. Reminders after a handoff are not repeated. An e-mail that was
 * accepted and failed later is sent again.
 */
export function retryDead(entry: OutboxEntry, again: readonly Delivery[], now: string): OutboxEntry {
  const deliveries = entry.deliveries.map((one) => {
    if (!again.includes(one)) return one;
    const { channel, step: given } = one;
    const step = given === 'check' ? 'notice' : given;
    return { channel, step, dueSince: now, nextAt: now, attempts: 1 };
  });
  return { ...entry, deliveries };
}

/** Removes the deliveries that are no longer retried. */
export function dismissDead(entry: OutboxEntry): OutboxEntry {
  return { ...entry, deliveries: entry.deliveries.filter(({ deadSince }) => deadSince === undefined) };
}
