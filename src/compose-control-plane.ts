import { openSharedParts } from './compose/shared-parts.ts';
import { bootstrap, type Replacements } from './compose/bootstrap.ts';
import type { ControlPlaneConfig } from './config/control-plane.ts';
import { CATALOGUE } from './publisher/rules/plans.ts';
import type { Clock, ReportSenders } from './ports.ts';
import type { ControlPlaneServices } from './compose/services.ts';
import { reportIntake } from './publisher/report-intake.ts';

/** The composed control plane: its services, and its shutdown. */
interface ControlPlane {
  services: ControlPlaneServices;
  close(): Promise<void>;
}

interface ControlPlaneOptions extends Replacements {
  version: string;
  /** The folder with the module of the telemetry's thread. */
  assetsDir: string;
  clockOffsetHours?: number;
}

/** The composition root of the publisher's control plane. */
export async function composeControlPlane(
  config: ControlPlaneConfig,
  { version, assetsDir, clockOffsetHours = 0, ...replace }: ControlPlaneOptions,
): Promise<ControlPlane> {
  // Price pages of other sites read the plans.
  const allowlist = { any: true, origins: new Set<string>() };
  const first = bootstrap(config, { version, assetsDir, allowlist, clockOffsetHours, replace });
  const { services, store, close } = await openSharedParts(config, first);
  return {
    services: {
      ...services,
      plans: CATALOGUE,
      reportSenders: await openReportSenders(config, services.clock),
      reportIntake: reportIntake({ ...services, ledger: store.ledger, rebind: config.rebind }),
    },
    close,
  };
}

/** Who may send reports to the control plane; undefined where every sender may. */
async function openReportSenders(
  { reportTokens }: ControlPlaneConfig,
  clock: Clock,
): Promise<ReportSenders | undefined> {
  if (!reportTokens) return undefined;
  const { reportSenders } = await import('./adapters/identity/report-senders.ts');
  return reportSenders({ ...reportTokens, clock });
}
