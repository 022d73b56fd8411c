import { app } from '@azure/functions';

/** The functions host allows a worker five seconds to end; the machine allows about thirty. */
const END_MS = 4_000;
const DRAIN_MS = 20_000;

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
  const closeOnce = () => (closing ??= within(END_MS, close()));
  app.hook.appTerminate(closeOnce);
  process.once('SIGTERM', () => {
    void within(DRAIN_MS, drained())
      .then(closeOnce)
      .finally(() => process.exit(0));
  });
}

/** Resolves when the work ends, fails, or times out. During shutdown a failure cannot be reported. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work.catch(() => undefined), over]);
  clearTimeout(timer);
}
