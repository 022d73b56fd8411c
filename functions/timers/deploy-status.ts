import type { Timer } from '../../src/http/timer.ts';

/** A status is due every day. */
export const deployStatus: Timer = {
  name: 'deploy-status',
  everyMinutes: 60,
  run: ({ reports }) => reports.deployIfDue(),
};
