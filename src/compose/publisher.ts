import type { Clock, Ports, Publisher } from '../ports.ts';
import type { Deployment } from '../platform/deployment.ts';
import type { OtherTokenUsage } from '../spending/other-token-usage.ts';
import type { ComponentWatch } from '../operations/component-watch.ts';
import type { ServiceParts } from './services.ts';
import { currentPlan } from '../publisher/plan.ts';
import { reportJournal } from '../publisher/report-journal.ts';
import { reports } from '../publisher/reports.ts';
import { storedSeats } from '../publisher/stored-seats.ts';
import { tokenWindows } from '../publisher/token-windows.ts';
import { azureCredential } from '../adapters/credential/azure.ts';
import type { Config } from '../config/config.ts';
import { publisherOff } from '../adapters/publisher/off.ts';

interface PublisherParts extends Pick<Ports, 'publisher' | 'vault'> {
  shared: ServiceParts;
  components: Pick<ComponentWatch, 'observe'>;
  planId: string;
  seatWindowDays: number;
  otherUsage: OtherTokenUsage;
  deployment: () => Promise<Deployment>;
  version: string;
  marketplaceSubscriptionId: string;
}

/** Wires the plan, the seats and the reports; a change of the quota's state triggers a report. */
export function publisherServices({ shared, ...parts }: PublisherParts) {
  const { components, seatWindowDays } = parts;
  const publishedPlan = currentPlan({ ...shared, ...parts });
  const plan = () => components.observe('plan', publishedPlan());
  const seats = storedSeats({ ...shared, plan, seatWindowDays });
  const sending = reports({
    ...shared,
    ...parts,
    quota: async () => (await seats.status()).quotaStatus,
    journal: reportJournal(shared),
    tokens: tokenWindows({ ...shared, otherUsage: parts.otherUsage }),
  });
  seats.onQuotaChange(sending.checkQuota);
  return { plan, seats, reports: sending };
}

/** The publisher's control plane, or none. */
export async function openPublisher(
  { publisher, cloud, clientId }: Config,
  clock: Clock,
): Promise<Publisher> {
  if (publisher.kind === 'off') return publisherOff();
  const { httpPublisher } = await import('../adapters/publisher/http.ts');
  const { url, audience } = publisher;
  if (audience === undefined) return httpPublisher({ url, clock });
  const identity = azureCredential({ cloud, clientId, clock });
  return httpPublisher({ url, clock, token: () => identity.token(`${audience}/.default`) });
}
