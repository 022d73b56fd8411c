import type { Timer } from '../../src/http/timer.ts';

/** Deletes conversations after the retention time, and old delivery reports. */
export const retention: Timer = {
  name: 'retention',
  everyMinutes: 60,
  run: async (services) => {
    await services.retention.run();
    await services.deliveryReports.removeOld();
  },
};
