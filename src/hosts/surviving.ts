import { bug } from '../http/bug.ts';
import type { Telemetry } from '../ports.ts';

/** How many errors are kept until telemetry is there. */
const KEPT = 20;

let tell: ((thrown: unknown) => void) | undefined;
const early: unknown[] = [];

/**
 * Keeps the process when a promise fails that nothing waits for, and when something throws outside of any. Its end would fail
 * every request in flight, and with the third one the platform gives the whole instance up. What an instance holds are
 * copies of what the store has, so it is kept, and the error is told as a bug.
 */
export function surviveErrors(): void {
  if (tell) return;
  tell = (thrown) => void (early.length < KEPT && early.push(thrown));
  for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(event, (thrown: unknown) => tell?.(thrown));
  }
}

/** Where those errors are told from now on. */
export function tellSurvived(telemetry: Pick<Telemetry, 'record'>): void {
  tell = (thrown) => telemetry.record(bug(thrown, '', 'none'));
  for (const thrown of early.splice(0)) tell(thrown);
}
