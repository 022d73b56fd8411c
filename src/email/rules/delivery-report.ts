import type { DeliveryFailure } from '../../conversations/records/outbox-entry.ts';

/** The states of a delivery report that are failures ("Azure Communication Services - Email events"). */
const FAILURES: Readonly<Record<string, DeliveryFailure>> = {
  Bounced: 'recipient-refused',
  Suppressed: 'recipient-suppressed',
  Quarantined: 'recipient-filtered',
  FilteredSpam: 'recipient-filtered',
};

/**
 * The failure of an e-mail by the state in its delivery report; undefined if it was delivered. `Expanded`:
 * the address is a distribution list. As documented, each other state counts as a failure.
 */
export function reportedFailure(status: string): DeliveryFailure | undefined {
  if (status === 'Delivered' || status === 'Expanded') return undefined;
  return FAILURES[status] ?? 'unavailable';
}
