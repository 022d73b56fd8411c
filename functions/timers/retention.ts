import type { Timer } from '../../src/http/timer.ts';

/** Deletes conversations after the retention time. */
export const retention: Timer = {
  name: 'retention',
  everyMinutes: 60,
  run: (services) => services.retention.run(),
};
