import type { Telemetry, TelemetryEvent } from '../../../src/ports.ts';

export function recordingTelemetry(): Telemetry & { events: TelemetryEvent[] } {
  const events: TelemetryEvent[] = [];
  return { events, record: (event) => void events.push(event), close: () => Promise.resolve() };
}
