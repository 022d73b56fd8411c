import type { ChannelName, DeliveryFailure } from '../../domain/records/outbox-entry.ts';

/** What happened to a card for a Teams workflow, and what to do. */
export const DELIVERY_FAILURES: Record<DeliveryFailure, string> = {
  'address-missing': 'The address was replaced while the card was sent.',
  'address-refused': 'The host of the workflow has no public address. Copy the URL of the workflow again.',
  'channel-off': 'The channel was switched off.',
  expired: 'The card could not be delivered in time.',
  gone: 'The workflow no longer exists, or its owner has left. Create it again, and set its address.',
  hanging: 'The workflow did not answer in time.',
  'not-allowed': 'The workflow refuses the address. Allow “Anyone” to trigger it, and copy its URL again.',
  redirected: 'The address leads elsewhere. Copy the URL of the workflow again.',
  refused:
    'The workflow refused the card. Check that it is turned on and begins with a Teams webhook request.',
  throttled: 'The workflow receives too many requests.',
  'too-large': 'The card is too large for the workflow.',
  unavailable: 'Microsoft Teams could not take the card.',
  unreachable: 'The workflow could not be reached.',
};

/** What happened to a delivery in a channel that has no workflow. */
const ELSEWHERE: Record<DeliveryFailure, string> = {
  'address-missing': 'The address was replaced while the notification was sent.',
  'address-refused': 'The receiver has no public address.',
  'channel-off': 'The channel was switched off.',
  expired: 'The notification could not be delivered in time.',
  gone: 'The receiver does not exist. Check its address.',
  hanging: 'The receiver did not answer in time.',
  'not-allowed': 'The service is not allowed to send to the receiver. Check its role.',
  redirected: 'The address leads elsewhere. Check the address of the receiver.',
  refused: 'The receiver refused the notification.',
  throttled: 'The receiver gets too many requests.',
  'too-large': 'The notification is too large for the receiver.',
  unavailable: 'The receiver could not take the notification.',
  unreachable: 'The receiver could not be reached.',
};

/** Why a channel did not take a notification. */
export function failureWords(channel: ChannelName, failure: DeliveryFailure | undefined): string {
  if (failure === undefined) return 'The reason is not recorded.';
  return (channel === 'teams-workflow' ? DELIVERY_FAILURES : ELSEWHERE)[failure];
}
