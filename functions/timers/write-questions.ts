import type { Timer } from '../../src/http/timer.ts';

/** Has the model write questions for sections of documents without any. */
export const writeQuestions: Timer = {
  name: 'write-questions',
  everyMinutes: 5,
  run: (services) => services.questionWork.run(),
};
