import type { Timer } from '../../src/http/timer.ts';

/**
 * Reports are due hourly. The timer runs more often, so that the end of a grace period is reported soon and
 * failed reports are retried soon.
 */
export const seatReport: Timer = {
  name: 'seat-report',
  everyMinutes: 5,
  run: ({ reports }) => reports.seatIfDue(),
};
