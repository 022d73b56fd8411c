import type { Timer } from '../../src/http/timer.ts';

/**
 * Completes the deletion of assistants, and deletes unused revisions and texts that no other revision has.
 */
export const assistantCleanup: Timer = {
  name: 'assistant-cleanup',
  everyMinutes: 60,
  run: async (services) => {
    await services.assistantRemoval.runDue();
    await services.assistantCleanup.run();
  },
};
