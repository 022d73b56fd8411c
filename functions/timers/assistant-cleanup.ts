import type { Timer } from '../../src/http/timer.ts';

/** Deletes unused revisions of assistants, and texts that no other revision has. */
export const assistantCleanup: Timer = {
  name: 'assistant-cleanup',
  everyMinutes: 60,
  run: (services) => services.assistantCleanup.run(),
};
