import { bug } from '../http/bug.ts';
import type { Telemetry } from '../ports.ts';

/**
 * Keeps the process when a promise fails that nobody waits for: its end would fail every request in flight. It is told as
 * a bug. What throws outside a promise still ends the process, since nothing is known of its state then.
 */
export function surviveRejections(telemetry: Pick<Telemetry, 'record'>): void {
  process.on('unhandledRejection', (thrown) => telemetry.record(bug(thrown, '', 'none')));
}
