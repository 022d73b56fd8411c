import type { Services } from '../services/platform/services.ts';

/** Work that a clock starts and no caller. It is run once or more often than needed, and finds out itself what is due. */
export interface Timer {
  /** Also the function's name in the cloud. */
  name: string;
  /** How long from one run to the next. */
  everyMinutes: 5 | 60;
  run(services: Services): Promise<unknown>;
}
