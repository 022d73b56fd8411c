import type { Timer } from '../../src/http/timer.ts';

/** Checks daily whether the model will retire soon. */
export const modelRetirement: Timer = {
  name: 'model-retirement',
  everyMinutes: 60,
  run: ({ modelWatch }) => modelWatch.checkIfDue(),
};
