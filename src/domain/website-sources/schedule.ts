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

/** A reading that was interrupted within this time is resumed, in milliseconds; later it starts again. */
const RESUMED_MS = HOUR_MS;

/**
 * The start time of a reading that starts now: the start of the previous reading if it was interrupted within
 * the last hour, so that its pages are not requested again.
 */
export function startOf(before: { startedAt: string; isComplete: boolean }, now: string): string {
  const isRecent = Date.parse(now) - Date.parse(before.startedAt) < RESUMED_MS;
  return isRecent && !before.isComplete ? before.startedAt : now;
}
