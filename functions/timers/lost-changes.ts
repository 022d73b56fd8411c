import type { Timer } from '../../src/http/timer.ts';

/** Ends confirmed changes whose instance ended before their result was stored. */
export const lostChanges: Timer = {
  name: 'lost-changes',
  everyMinutes: 1,
  run: ({ proposals }) => proposals.endLost(),
};
