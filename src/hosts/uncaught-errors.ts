import { bug } from '../http/errors.ts';
import type { Telemetry } from '../ports.ts';

/** The maximum number of buffered errors until telemetry is available. */
const MAX_BUFFERED = 20;

let report: ((thrown: unknown) => void) | undefined;
const early: unknown[] = [];

/**
 * Keeps the process alive after an unhandled rejection or an uncaught exception, and reports the error as a
 * bug. An exit would fail every open request, and after the third one the platform stops the instance. It is
 * safe to continue, because an instance has only copies of stored data.
 */
export function handleUncaughtErrors(): void {
  if (report) return;
  report = (thrown) => {
    if (early.length < MAX_BUFFERED) early.push(thrown);
  };
  for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(event, (thrown: unknown) => report?.(thrown));
  }
}

/** Sends buffered and future errors to telemetry. */
export function reportUncaughtErrors(telemetry: Pick<Telemetry, 'record'>): void {
  report = (thrown) => telemetry.record(bug(thrown, '', 'none'));
  for (const thrown of early.splice(0)) report(thrown);
}
