import { app } from '@azure/functions';

/** The host gives a worker that it ends five seconds, and one that the machine ends about thirty. */
const END_MS = 4_000;
const DRAIN_MS = 20_000;

interface Ending {
  /** Resolves when no request is being answered. */
  drained: () => Promise<void>;
  /** Ends what the worker has open, and sends off what telemetry still holds. */
  close: () => Promise<void>;
}

/**
 * Ends the worker in order. The host announces its end with a message, which ends the process once this hook is done; the
 * machine with SIGTERM, at which Node would end at once and every answer in the middle of it.
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

/** Resolves with the work, or when its time is over. Its failure is the end of it, too: nothing is left to tell. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work.catch(() => undefined), over]);
  clearTimeout(timer);
}
