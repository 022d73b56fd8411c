import { openBase } from './base.ts';
import type { ControlPlaneConfig } from '../config-control-plane.ts';
import { CATALOGUE } from '../domain/plans.ts';
import type { Clock, ReportSenders, Telemetry } from '../ports.ts';
import type { ControlPlaneServices } from '../services/platform/services.ts';
import { reportIntake } from '../services/reports/report-intake.ts';

/** The composed control plane: its services, and its shutdown. */
export interface ControlPlane {
  services: ControlPlaneServices;
  close(): Promise<void>;
}

/**
 * Wires the publisher's control plane. Without `clock` and `telemetry` it uses the system clock and the
 * settings.
 */
export async function composeControlPlane(
  config: ControlPlaneConfig,
  version: string,
  replace: { clock?: Clock; telemetry?: Telemetry } = {},
): Promise<ControlPlane> {
  // Price pages of any site read the plans.
  const allowlist = { any: true, origins: new Set<string>() };
  const base = await openBase(config, { version, allowlist, replace });
  return {
    services: {
      ...base.services,
      plans: CATALOGUE,
      reportSenders: await openReportSenders(config, base.clock),
      reportIntake: reportIntake({ ...base.services, ledger: base.store.ledger, rebind: config.rebind }),
    },
    close: () => base.close(),
  };
}

async function openReportSenders(
  { reportTokens }: ControlPlaneConfig,
  clock: Clock,
): Promise<ReportSenders | undefined> {
  if (!reportTokens) return undefined;
  const { reportSenders } = await import('../adapters/identity/report-senders.ts');
  return reportSenders({ ...reportTokens, clock });
}
