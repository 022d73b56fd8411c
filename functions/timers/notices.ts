import type { Timer } from '../../src/http/timer.ts';

/** Delivers the notices that an instance left behind, or that are to be tried again, and the reminders. */
export const notices: Timer = {
  name: 'notices',
  everyMinutes: 1,
  run: ({ notifications }) => notifications.deliverDue(),
};
