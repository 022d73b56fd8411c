import type { Timer } from '../../src/http/timer.ts';

export const deployStatus: Timer = {
  name: 'deploy-status',
  everyMinutes: 60,
  run: ({ reports }) => reports.deployIfDue(),
};
