import type { Timer } from '../../src/http/timer.ts';

/** Deletes uploads that were never finished, or never used. */
export const expiredUploads: Timer = {
  name: 'expired-uploads',
  everyMinutes: 60,
  run: ({ uploads }) => uploads.removeExpired(),
};
