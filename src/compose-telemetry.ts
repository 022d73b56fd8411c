import { appInsightsTelemetry } from './adapters/telemetry/app-insights.ts';
import { consoleTelemetry } from './adapters/telemetry/console.ts';
import type { Config } from './config.ts';
import type { Clock, Telemetry } from './ports.ts';

/** Where the service says how it is. */
export function openTelemetry({ telemetry }: Pick<Config, 'telemetry'>, clock: Clock): Telemetry {
  return telemetry.kind === 'app-insights'
    ? appInsightsTelemetry({ connectionString: telemetry.connectionString, clock })
    : consoleTelemetry(telemetry.level, clock);
}
