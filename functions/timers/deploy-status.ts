import type { Timer } from '../../src/http/timer.ts';

/** Sends the daily deploy-status. */
export const deployStatus: Timer = {
  name: 'deploy-status',
  everyMinutes: 60,
  run: ({ reports }) => reports.deployIfDue(),
};
