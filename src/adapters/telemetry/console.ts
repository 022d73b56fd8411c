import { nowIso } from '../../lib/fields.ts';
import type { Telemetry, TelemetryEvent } from '../../ports.ts';

/** `quiet`: warnings and errors; `verbose`: every event. */
type LogLevel = 'quiet' | 'verbose';

const NOTABLE: ReadonlySet<TelemetryEvent['type']> = new Set(['warning', 'bug', 'host-integration']);

/** Writes one JSON line per event. Events have no fields for content. */
export function consoleTelemetry(level: LogLevel, clock: { now(): number }): Telemetry {
  return {
    record(event) {
      if (level === 'quiet' && !NOTABLE.has(event.type)) return;
      const line = JSON.stringify({ at: nowIso(clock), ...event });
      if (NOTABLE.has(event.type)) console.warn(line);
      else console.log(line);
    },
    close: () => Promise.resolve(),
  };
}
