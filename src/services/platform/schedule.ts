import type { Clock } from '../../ports.ts';
import type { Background } from './background.ts';

/** Work that is not started by a request. A failure is told and keeps nothing else from being done. */
export interface Schedule {
  /** Does the work once, so long after now. */
  after(delayMs: number, work: () => Promise<unknown>): void;
  /** Does the work now, and again so long after each end of it. */
  every(pauseMs: number, work: () => Promise<unknown>): void;
  /** Aborts with the stop, for work that would wait. */
  readonly stopping: AbortSignal;
  /** Starts nothing any more; what is under way goes on. */
  stop(): void;
}

/** Runs work in the background until it is stopped. */
export function schedule({ clock, background }: { clock: Clock; background: Background }): Schedule {
  const ending = new AbortController();
  const { signal } = ending;

  async function once(work: () => Promise<unknown>): Promise<void> {
    const running = work();
    background.run(running);
    await Promise.allSettled([running]);
  }

  async function afterwards(delayMs: number, work: () => Promise<unknown>): Promise<void> {
    await clock.sleep(delayMs, signal);
    if (!signal.aborted) await once(work);
  }

  async function repeatedly(pauseMs: number, work: () => Promise<unknown>): Promise<void> {
    while (!signal.aborted) {
      await once(work);
      await clock.sleep(pauseMs, signal);
    }
  }

  return {
    after: (delayMs, work) => background.run(afterwards(delayMs, work)),
    every: (pauseMs, work) => background.run(repeatedly(pauseMs, work)),
    stopping: signal,
    stop: () => ending.abort(),
  };
}
