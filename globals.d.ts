import type { Place } from './src/hosts/azure.ts';
import type { Timer } from './src/http/timer.ts';

declare global {
  /** The version in package.json; the build puts it in. */
  const __VERSION__: string;

  /** What the entries register, so that they need not load it; the build finds it in the lists of `functions/`. */
  const __PLACES__: {
    runtime: Place[];
    timers: Pick<Timer, 'name' | 'everyMinutes'>[];
    controlPlane: Place[];
  };
}
