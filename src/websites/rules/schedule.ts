/** The intervals at which a website can be read again. */
export const SCHEDULES = ['hour', 'day', 'week', 'never'] as const;
type Schedule = (typeof SCHEDULES)[number];

const HOUR_MS = 3_600_000;
const EVERY_MS: Record<Exclude<Schedule, 'never'>, number> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
};

/** The time of the next reading (RFC 3339); undefined: only an admin starts it. */
export function nextReadAt(schedule: Schedule, endedAt: string): string | undefined {
  if (schedule === 'never') return undefined;
  return new Date(Date.parse(endedAt) + EVERY_MS[schedule]).toISOString();
}

/** The delays of the next readings after failures in a row, in milliseconds. */
const RETRY_MS = [HOUR_MS / 4, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS];

/**
 * The time of the next reading after a temporary failure: soon, so that one error does not postpone it by the
 * whole interval, but not before the time that the site asks for. `failures`: how many came before.
 */
export function retryAt(
  schedule: Schedule,
  { failures, retryAfterSeconds }: { failures: number; retryAfterSeconds: number },
  now: string,
): string | undefined {
  if (schedule === 'never') return undefined;
  const delayMs = Math.min(EVERY_MS[schedule], RETRY_MS[failures] ?? EVERY_MS[schedule]);
  return new Date(Date.parse(now) + Math.max(delayMs, retryAfterSeconds * 1_000)).toISOString();
}

/** A reading that was interrupted within this time is resumed, in milliseconds; later it starts again. */
const RESUMED_MS = HOUR_MS;

/**
 * The start time of a reading that starts now: the start of the previous reading if it was interrupted within
 * the last hour, so that its pages are not requested again.
 */
export function readingStart(before: { startedAt: string; isComplete: boolean }, now: string): string {
  const isRecent = Date.parse(now) - Date.parse(before.startedAt) < RESUMED_MS;
  return isRecent && !before.isComplete ? before.startedAt : now;
}
