import type { Timer } from '../../src/http/timer.ts';

/** Continues evaluations that no instance works on: after a restart, or with a new day's budget. */
export const evaluation: Timer = {
  name: 'evaluation',
  everyMinutes: 5,
  run: ({ evaluations }) => evaluations.workOnAll(),
};
