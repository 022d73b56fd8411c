import { AppError } from '../../domain/errors.ts';
import type { Telemetry } from '../../ports.ts';

/** Work that continues after its request was answered. */
export interface Background {
  run(work: Promise<unknown>): void;
  /** Resolves when all pending work has ended. */
  settled(): Promise<void>;
}

/**
 * Tracks background work, so that none is a floating promise (which would end the worker) or lost at
 * shutdown.
 */
export function background(telemetry: Telemetry): Background {
  const running = new Set<Promise<unknown>>();
  return {
    run(work) {
      const watched = work
        .catch((error: unknown) => {
          const code = error instanceof AppError && error.code === 'realtime-unavailable';
          telemetry.record({ type: 'warning', code: code ? 'realtime-send-failed' : 'background-failed' });
        })
        .finally(() => running.delete(watched));
      running.add(watched);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
