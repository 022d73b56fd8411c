import { AppError } from '../core/errors.ts';
import type { Clock, Telemetry } from '../ports.ts';

/**
 * Tracks background work: failures are reported to telemetry and not unhandled, and shutdown waits for it.
 */
export function background(telemetry: Telemetry) {
  const running = new Set<Promise<unknown>>();
  return {
    run(work: Promise<unknown>): void {
      const watched = work
        .catch((error: unknown) => {
          const code = error instanceof AppError && error.code === 'realtime-unavailable';
          telemetry.record({ type: 'warning', code: code ? 'realtime-send-failed' : 'background-failed' });
        })
        .finally(() => running.delete(watched));
      running.add(watched);
    },
    /** Resolves when all pending work has ended. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** Runs work that continues after the response. */
export type Background = ReturnType<typeof background>;

/** Scheduled work. A failure is reported and does not stop other work. */
interface Schedule {
  /** Runs the work once, after a delay. */
  after(delayMs: number, work: () => Promise<unknown>): void;
  /** Runs the work immediately, and again after a pause from each end. */
  every(pauseMs: number, work: () => Promise<unknown>): void;
  /** Aborts when `stop` is called. */
  readonly stopping: AbortSignal;
  /** Starts no further work; running work continues. */
  stop(): void;
}

/** Runs work in the background until it is stopped. */
export function schedule({ clock, background: tracked }: { clock: Clock; background: Background }): Schedule {
  const ending = new AbortController();
  const { signal } = ending;

  async function once(work: () => Promise<unknown>): Promise<void> {
    const running = work();
    tracked.run(running);
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
    after: (delayMs, work) => tracked.run(afterwards(delayMs, work)),
    every: (pauseMs, work) => tracked.run(repeatedly(pauseMs, work)),
    stopping: signal,
    stop: () => ending.abort(new AppError('assistant-unavailable', { reason: 'shutdown' })),
  };
}
