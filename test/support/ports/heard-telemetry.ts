import type { Telemetry, TelemetryEvent } from '../../../src/ports.ts';

/** Telemetry that keeps what it is told. */
export function heardTelemetry(): Telemetry & { events: TelemetryEvent[] } {
  const events: TelemetryEvent[] = [];
  return { events, record: (event) => void events.push(event), close: () => Promise.resolve() };
}
