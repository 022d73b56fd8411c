import type { QuotaStatus } from '../../domain/records/plan.ts';
import type { Ports } from '../../ports.ts';
import type { OtherTokenUsage } from '../platform/other-token-usage.ts';
import type { Deployment } from '../platform/deployment.ts';
import type { ServiceParts } from '../platform/services.ts';
import { currentPlan } from './plan.ts';
import { reportJournal } from './report-journal.ts';
import { reports } from './reports.ts';
import { tokenWindows } from './token-windows.ts';

interface ReportParts extends ServiceParts, Pick<Ports, 'publisher' | 'vault'> {
  otherUsage: OtherTokenUsage;
  planId: string;
  deployment: () => Promise<Deployment>;
  version: string;
  marketplaceSubscriptionId: string;
  quota: () => Promise<QuotaStatus>;
}

/** Wires the plan that the publisher says, and the reports to the publisher. */
export function reportServices(parts: ReportParts) {
  return {
    plan: currentPlan(parts),
    reports: reports({ ...parts, journal: reportJournal(parts), tokens: tokenWindows(parts) }),
  };
}
