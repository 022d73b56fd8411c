import type { Services } from '../compose.ts';

/** How often scheduled work may run, in minutes. */
export const INTERVALS = [1, 5, 60] as const;

/** Scheduled work. It may run once or more often than needed, and decides itself which work is due. */
export interface Timer {
  name: string;
  everyMinutes: (typeof INTERVALS)[number];
  run(services: Services): Promise<unknown>;
}
