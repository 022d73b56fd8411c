import type { Services } from '../compose.ts';

/** The intervals of scheduled work, in minutes. */
export const INTERVALS = [1, 5, 60] as const;

/** Scheduled work. `run` must be idempotent and check which work is due, because it may run more often. */
export interface Timer {
  name: string;
  everyMinutes: (typeof INTERVALS)[number];
  run(services: Services): Promise<unknown>;
}
