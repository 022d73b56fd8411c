import type { Timer } from '../../src/http/timer.ts';

/** A report is due every hour; looked at more often, it also follows soon when a grace period ends or a sending failed. */
export const seatReport: Timer = {
  name: 'seat-report',
  everyMinutes: 5,
  run: ({ reports }) => reports.seatIfDue(),
};
