import type { Timer } from '../../src/http/timer.ts';

/**
 * A report is due every hour. The timer runs more often, so that the end of a grace period is reported soon
 * and a failed report is retried soon.
 */
export const seatReport: Timer = {
  name: 'seat-report',
  everyMinutes: 5,
  run: ({ reports }) => reports.seatIfDue(),
};
