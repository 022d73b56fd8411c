import type { Timer } from '../../src/http/timer.ts';

/** Reads websites that are due, and continues interrupted work. */
export const websites: Timer = {
  name: 'websites',
  everyMinutes: 1,
  run: ({ websiteReading }) => websiteReading.runDue(),
};
