import { bug } from '../http/errors.ts';
import type { Telemetry } from '../ports.ts';

/** How many errors are buffered until telemetry is available. */
const KEPT = 20;

let tell: ((thrown: unknown) => void) | undefined;
const early: unknown[] = [];

/**
 * Keeps the process alive after an unhandled rejection or an uncaught exception. Its end would fail every
 * open request, and after the third one the platform gives up the instance. An instance only holds copies of
 * the store's data, so it continues, and the error is reported as a bug.
 */
export function handleUncaughtErrors(): void {
  if (tell) return;
  tell = (thrown) => {
    if (early.length < KEPT) early.push(thrown);
  };
  for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(event, (thrown: unknown) => tell?.(thrown));
  }
}

/** Sends these errors to telemetry from now on. */
export function reportUncaughtErrors(telemetry: Pick<Telemetry, 'record'>): void {
  tell = (thrown) => telemetry.record(bug(thrown, '', 'none'));
  for (const thrown of early.splice(0)) tell(thrown);
}
