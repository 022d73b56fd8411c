import type { Timer } from '../../src/http/timer.ts';

/** Delivers pending notices, retries and reminders. */
export const notices: Timer = {
  name: 'notices',
  everyMinutes: 1,
  run: ({ notifications }) => notifications.deliverDue(),
};
