import type { Timer } from '../../src/http/timer.ts';

/** Deletes uploads and files of conversations that were not finished or not used. */
export const expiredUploads: Timer = {
  name: 'expired-uploads',
  everyMinutes: 60,
  run: async ({ conversationFiles, uploads }) =>
    (await uploads.removeExpired()) + (await conversationFiles.removeAbandoned()),
};
