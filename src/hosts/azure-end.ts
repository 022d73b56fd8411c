import { app } from '@azure/functions';
import { setTimeout as delay } from 'node:timers/promises';
import { endWithin } from '../domain/concurrency.ts';

/** The functions host allows a worker five seconds to end; the machine allows about thirty. */
const END_MS = 4_000;
const DRAIN_MS = 20_000;

/** The worker's own timer: a clock is composed with the first request. */
const timer = {
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await delay(ms, undefined, { ...(signal && { signal }) }).catch(() => undefined);
  },
};

interface Ending {
  /** Resolves when no request is open. */
  drained: () => Promise<void>;
  /** Closes all resources, and flushes telemetry. */
  close: () => Promise<void>;
}

/**
 * Graceful shutdown of the worker. The functions host announces it with a message, and ends the process after
 * this hook; the machine sends SIGTERM, at which Node would end at once and cut off every open response.
 */
export function onWorkerEnd({ drained, close }: Ending): void {
  let closing: Promise<void> | undefined;
  const closeOnce = () => (closing ??= endWithin(timer, END_MS, close));
  app.hook.appTerminate(closeOnce);
  process.once('SIGTERM', () => {
    void endWithin(timer, DRAIN_MS, drained)
      .then(closeOnce)
      .finally(() => process.exit(0));
  });
}
