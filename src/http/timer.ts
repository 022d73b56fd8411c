import type { Services } from '../services/platform/services.ts';

/** Scheduled work. It may run once or more often than needed, and finds out itself what is due. */
export interface Timer {
  /** Also the function's name in the cloud. */
  name: string;
  /** The interval. */
  everyMinutes: 1 | 5 | 60;
  run(services: Services): Promise<unknown>;
}
