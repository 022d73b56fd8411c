import type { Timer } from '../../src/http/timer.ts';

/** Deletes revisions of assistants that nothing points to any more, and the texts that only they have. */
export const assistantCleanup: Timer = {
  name: 'assistant-cleanup',
  everyMinutes: 60,
  run: (services) => services.assistantCleanup.run(),
};
