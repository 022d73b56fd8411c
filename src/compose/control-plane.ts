import { openStore } from './store.ts';
import { requestBudgets } from './request-budget.ts';
import { derivedKey, random, systemClock } from './system.ts';
import { openTelemetry } from './telemetry.ts';
import type { ControlPlaneConfig } from '../config-control-plane.ts';
import { CATALOGUE } from '../domain/plans.ts';
import type { Clock, ReportSenders, Telemetry } from '../ports.ts';
import type { ControlPlaneServices } from '../services/reports/control-plane.ts';
import { deployment } from '../services/platform/deployment.ts';
import { rateGate } from '../services/chat/rate-gate.ts';
import { background } from '../services/platform/background.ts';
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
  given: { clock?: Clock; telemetry?: Telemetry } = {},
): Promise<ControlPlane> {
  const realClock = given.clock ?? systemClock(0);
  const requestBudget = requestBudgets(realClock);
  const clock = requestBudget.bounded(realClock);
  const telemetry = given.telemetry ?? openTelemetry(config, clock);
  const store = await openStore(config, { clock, telemetry });
  const identity = deployment(store.ledger, random);
  const work = background(telemetry);
  const shared = { ledger: store.ledger, clock, random, telemetry };
  return {
    services: {
      version,
      allowlist: { any: true, origins: new Set() },
      clock,
      random,
      telemetry,
      requestBudget,
      rateGate: rateGate({
        ...shared,
        background: work,
        counters: store.counters,
        hashKey: async () =>
          Buffer.from(derivedKey((await identity()).secret, 'rate-limits')).toString('base64'),
        limits: config.rateLimits,
      }),
      plans: CATALOGUE,
      reportSenders: await openReportSenders(config, clock),
      reportIntake: reportIntake({ ...shared, rebind: config.rebind }),
    },
    async close() {
      await work.settled();
      await store.close();
      await telemetry.close();
    },
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
