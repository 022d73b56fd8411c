import type { Timer } from '../../src/http/timer.ts';

/** Generates questions for document sections without questions. */
export const writeQuestions: Timer = {
  name: 'write-questions',
  everyMinutes: 5,
  run: (services) => services.questionGeneration.run(),
};
