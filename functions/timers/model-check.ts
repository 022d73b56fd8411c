import type { Timer } from '../../src/http/timer.ts';

/** A check of the model’s retirement is due every day. */
export const modelCheck: Timer = {
  name: 'model-check',
  everyMinutes: 60,
  run: ({ modelWatch }) => modelWatch.checkIfDue(),
};
