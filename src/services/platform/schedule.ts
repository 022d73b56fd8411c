import type { Clock } from '../../ports.ts';
import { AppError } from '../../domain/errors.ts';
import type { Background } from './background.ts';

/** Scheduled work. A failure is reported and does not stop other work. */
export interface Schedule {
  /** Runs the work once, after a delay. */
  after(delayMs: number, work: () => Promise<unknown>): void;
  /** Runs the work now, and again after each end and a pause. */
  every(pauseMs: number, work: () => Promise<unknown>): void;
  /** Aborts at the stop, for work that waits. */
  readonly stopping: AbortSignal;
  /** Starts no more work; running work continues. */
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
    stop: () => ending.abort(new AppError('assistant-unavailable', { reason: 'shutdown' })),
  };
}
