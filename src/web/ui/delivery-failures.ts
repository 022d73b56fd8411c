import type { ChannelName, DeliveryFailure } from '../../conversations/records/outbox-entry.ts';

/** Failures in channels other than Teams workflows. */
const ELSEWHERE: Record<DeliveryFailure, string> = {
  'address-missing': 'The address was replaced while the notification was sent.',
  'address-refused': 'The receiver has no public address.',
  'app-ambiguous': 'Several receivers have the same identity.',
  'app-missing': 'The receiver does not have the app.',
  'application-missing': 'The application is not in the directory.',
  'channel-off': 'The channel was switched off.',
  'consent-missing': 'No receiver has given consent.',
  'credential-missing': 'The application does not trust the identity of the service.',
  expired: 'The notification could not be delivered in time.',
  gone: 'The receiver does not exist. Check its address.',
  hanging: 'The receiver did not answer in time.',
  'identity-missing': 'The service has no managed identity.',
  'limit-reached': 'A limit was reached.',
  'not-allowed': 'The service is not allowed to send to the receiver. Check its role.',
  'recipient-filtered': 'The mail server of the recipient took the e-mail for spam.',
  'recipient-refused': 'The mail server of the recipient refused the address.',
  'recipient-suppressed':
    'The e-mail service no longer sends to this address, because earlier e-mails came back.',
  redirected: 'The address leads elsewhere. Check the address of the receiver.',
  refused: 'The receiver refused the notification.',
  throttled: 'The receiver gets too many requests.',
  'too-large': 'The notification is too large for the receiver.',
  unavailable: 'The receiver could not take the notification.',
  unreachable: 'The receiver could not be reached.',
};

/** Failures of a Teams workflow, with their remedies. */
export const DELIVERY_FAILURES: Record<DeliveryFailure, string> = {
  ...ELSEWHERE,
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

/** Failures of the Teams activity feed, with their remedies. */
export const FEED_FAILURES: Record<DeliveryFailure, string> = {
  ...ELSEWHERE,
  'app-ambiguous':
    'Two Teams apps use the same application. Remove the older one in the Teams admin center, or enter the Teams app ID under Settings, Notifications.',
  'app-missing':
    'The Teams app is not installed, or its version cannot send to the activity feed. Install version 1.1.0 or later.',
  'application-missing': 'The application is not in the directory. Check its IDs on the setup page.',
  'consent-missing':
    'Microsoft Teams refused the entry for every agent. Upload the current Teams app, and allow its permissions in the Teams admin center.',
  'credential-missing':
    'The application does not trust the managed identity of the service yet. Add the federated credential in the Teams setup.',
  hanging: 'Microsoft 365 did not answer in time.',
  'identity-missing': 'The service has no managed identity here. The activity feed works in Azure only.',
  'not-allowed': 'Microsoft 365 refused the sign-in of the application.',
  refused: 'Microsoft Teams refused the entry.',
  throttled: 'Microsoft Teams receives too many requests. The entry is sent again later.',
  unavailable: 'Microsoft 365 could not take the entry.',
  unreachable: 'Microsoft 365 could not be reached.',
};

/** Failures of an e-mail to a visitor, with their remedies. */
const EMAIL_FAILURES: Record<DeliveryFailure, string> = {
  ...ELSEWHERE,
  hanging: 'The e-mail service did not answer in time. The e-mail may have been sent.',
  'limit-reached': 'A limit for e-mails was reached.',
  'not-allowed': 'The e-mail service refused the sign-in. Check the role, or the password in SMTP_URL.',
  refused: 'The e-mail service refused the e-mail. Check that EMAIL_FROM is an address that may send.',
  throttled: 'The e-mail service takes no more e-mails for now.',
  'too-large': 'The e-mail is too large.',
  unavailable: 'The e-mail service could not send the e-mail.',
  unreachable: 'The e-mail service could not be reached.',
};

const WORDS: Record<ChannelName, Record<DeliveryFailure, string>> = {
  'teams-workflow': DELIVERY_FAILURES,
  'teams-activity': FEED_FAILURES,
  events: ELSEWHERE,
  email: EMAIL_FAILURES,
};

/** The text for a channel's failure. */
export function failureWords(channel: ChannelName, failure: DeliveryFailure | undefined): string {
  if (failure === undefined) return 'The reason is not recorded.';
  return WORDS[channel][failure];
}
