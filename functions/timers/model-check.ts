import type { Timer } from '../../src/http/timer.ts';

/** Checks daily whether the model retires soon. */
export const modelCheck: Timer = {
  name: 'model-check',
  everyMinutes: 60,
  run: ({ modelWatch }) => modelWatch.checkIfDue(),
};
