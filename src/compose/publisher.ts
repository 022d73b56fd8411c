import type { Ports } from '../ports.ts';
import type { StoredSeats } from '../publisher/stored-seats.ts';
import type { Deployment } from '../platform/deployment.ts';
import type { OtherTokenUsage } from '../spending/other-token-usage.ts';
import type { ServiceParts } from './services.ts';
import { reportJournal } from '../publisher/report-journal.ts';
import { reports } from '../publisher/reports.ts';
import { tokenWindows } from '../publisher/token-windows.ts';

interface PublisherParts extends Pick<Ports, 'publisher' | 'vault'> {
  shared: ServiceParts;
  otherUsage: OtherTokenUsage;
  seats: Pick<StoredSeats, 'onQuotaChange' | 'status'>;
  deployment: () => Promise<Deployment>;
  version: string;
  marketplaceSubscriptionId: string;
}

/** Wires the reports to the publisher; a change of the quota's state triggers a report. */
export function publisherServices(parts: PublisherParts) {
  const { shared, publisher, vault, otherUsage, seats, deployment, version } = parts;
  const sending = reports({
    ...shared,
    publisher,
    vault,
    deployment,
    version,
    marketplaceSubscriptionId: parts.marketplaceSubscriptionId,
    quota: async () => (await seats.status()).quotaStatus,
    journal: reportJournal(shared),
    tokens: tokenWindows({ ...shared, otherUsage }),
  });
  seats.onQuotaChange(sending.checkQuota);
  return sending;
}
