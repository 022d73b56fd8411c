import { parseSettings, storeAndTelemetry, invalidSetting, type Environment } from './settings.ts';
import type { Config } from './config.ts';
import type { RateLimits } from '../platform/rules/rate-limit.ts';
import { ControlPlaneSettings } from '../admin/wire/settings.ts';

/** Which tokens are accepted for reports. `tenantId: 'any'`: those of every customer's tenant. */
interface ReportTokens {
  authority: string;
  tenantId: string;
  audience: string;
}

/** Every setting of the control plane, parsed once at start. */
export interface ControlPlaneConfig {
  cloud: boolean;
  clientId: string | undefined;
  store: Config['store'];
  telemetry: Config['telemetry'];
  /** Undefined where reports need no token. */
  reportTokens: ReportTokens | undefined;
  /** Identities that an admin of the publisher has set for subscriptions, which replace the bound ones. */
  rebind: readonly { subscriptionId: string; tenantId: string; oid: string }[];
  rateLimits: RateLimits;
}

/**
 * Reads every setting of the control plane, or throws `misconfigured` with the name of the first wrong one.
 */
export function readControlPlaneConfig(environment: Environment, dataDir: string): ControlPlaneConfig {
  // In the cloud, without token checks any caller could send a report.
  const needed = ['COSMOS_ENDPOINT', 'REPORT_TENANT_ID'];
  const { settings, cloud } = parseSettings(ControlPlaneSettings, environment, needed);
  return {
    cloud,
    clientId: settings.AZURE_CLIENT_ID,
    ...storeAndTelemetry(settings, dataDir),
    reportTokens: reportTokensOf(settings),
    rebind: settings.REPORT_REBIND,
    rateLimits: {
      sessionMessages: settings.RATE_LIMIT_IP_PER_MINUTE,
      sessionReads: settings.RATE_LIMIT_IP_READS_PER_MINUTE,
      ipMessages: settings.RATE_LIMIT_IP_PER_MINUTE,
      ipReads: settings.RATE_LIMIT_IP_READS_PER_MINUTE,
    },
  };
}

function reportTokensOf(settings: ControlPlaneSettings): ReportTokens | undefined {
  const { REPORT_TENANT_ID: tenantId, REPORT_AUDIENCE: audience, IDP_AUTHORITY: authority } = settings;
  if (tenantId === undefined) return undefined;
  if (!audience) {
    throw invalidSetting('REPORT_AUDIENCE', 'REPORT_AUDIENCE must be set where REPORT_TENANT_ID is.');
  }
  return { authority: authority.replace(/\/$/, ''), tenantId, audience };
}
