import { azureCredential } from '../adapters/credential/azure.ts';
import { appInsightsTelemetry } from '../adapters/telemetry/app-insights.ts';
import { consoleTelemetry } from '../adapters/telemetry/console.ts';
import type { Config } from '../config.ts';
import type { Clock, Telemetry } from '../ports.ts';

/** The configured telemetry. */
export function openTelemetry(
  { telemetry, cloud, clientId }: Pick<Config, 'telemetry' | 'cloud' | 'clientId'>,
  clock: Clock,
): Telemetry {
  if (telemetry.kind === 'console') return consoleTelemetry(telemetry.level, clock);
  const { connectionString } = telemetry;
  if (!cloud) return appInsightsTelemetry({ connectionString, clock });
  // In the cloud the resource only accepts telemetry from the managed identity.
  const { credential } = azureCredential({ cloud, clientId, clock });
  return appInsightsTelemetry({ connectionString, credential, clock });
}
