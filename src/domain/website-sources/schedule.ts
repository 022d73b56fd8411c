/** How often a website is read again. */
export const SCHEDULES = ['hour', 'day', 'week', 'never'] as const;
export type Schedule = (typeof SCHEDULES)[number];

const HOUR_MS = 3_600_000;
const EVERY_MS: Record<Exclude<Schedule, 'never'>, number> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
};

/** When a website is read again after a reading that ended; undefined: only when an admin starts it. */
export function nextReadAt(schedule: Schedule, endedAt: string): string | undefined {
  if (schedule === 'never') return undefined;
  return new Date(Date.parse(endedAt) + EVERY_MS[schedule]).toISOString();
}

/** How long pages of an interrupted reading are not asked again when it is resumed, in milliseconds. */
const RESUMED_MS = HOUR_MS;

/**
 * The time from which pages count as read, for a reading that starts now: that of the reading before, where
 * it was only just interrupted.
 */
export function startOf(before: { startedAt: string; isComplete: boolean }, now: string): string {
  const isRecent = Date.parse(now) - Date.parse(before.startedAt) < RESUMED_MS;
  return isRecent && !before.isComplete ? before.startedAt : now;
}
