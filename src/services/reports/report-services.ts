import type { Ports } from '../../ports.ts';
import type { SeatGate } from '../desk/seat-gate.ts';
import type { Deployment } from '../platform/deployment.ts';
import type { OtherTokenUsage } from '../platform/other-token-usage.ts';
import type { ServiceParts } from '../platform/services.ts';
import { reportJournal } from './report-journal.ts';
import { reports } from './reports.ts';
import { tokenWindows } from './token-windows.ts';

interface ReportParts extends Pick<Ports, 'publisher' | 'vault'> {
  platform: ServiceParts;
  otherUsage: OtherTokenUsage;
  seats: Pick<SeatGate, 'onQuotaChange' | 'status'>;
  deployment: () => Promise<Deployment>;
  version: string;
  marketplaceSubscriptionId: string;
}

/** Wires the reports to the publisher; a change of the quota's state triggers a report. */
export function reportServices(parts: ReportParts) {
  const { platform, publisher, vault, otherUsage, seats, deployment, version } = parts;
  const sending = reports({
    ...platform,
    publisher,
    vault,
    deployment,
    version,
    marketplaceSubscriptionId: parts.marketplaceSubscriptionId,
    quota: async () => (await seats.status()).quotaStatus,
    journal: reportJournal(platform),
    tokens: tokenWindows({ ...platform, otherUsage }),
  });
  seats.onQuotaChange(sending.checkQuota);
  return sending;
}
