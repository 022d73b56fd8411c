import type { Timer } from '../../src/http/timer.ts';

/** Deletes the conversations that are past the retention time. */
export const retention: Timer = {
  name: 'retention',
  everyMinutes: 60,
  run: (services) => services.retention.run(),
};
