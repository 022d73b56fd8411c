import { invalidSetting } from './settings.ts';
import type { Settings } from '../admin/wire/settings.ts';

/** How e-mails are sent. The mailbox is the local host's, which sets it if nothing else is set up. */
export interface EmailConfig {
  sender:
    | { kind: 'communication-services'; endpoint: string }
    | { kind: 'smtp'; url: string }
    | { kind: 'mailbox'; dataDir: string }
    | { kind: 'off' };
  /** The address of the sender. */
  from: string;
  replyTo: string | undefined;
  businessName: string | undefined;
  /** E-mails per hour. */
  perHour: number;
}

/** The sender in the mailbox of the local host, in which nothing is delivered. */
const LOCAL_SENDER = 'chat@example.com';

/** Off unless a service or a server is named, which needs the address of a sender. */
export function emailOf(settings: Settings, cloud: boolean): EmailConfig {
  if (cloud && settings.SMTP_URL !== undefined) {
    throw invalidSetting('SMTP_URL', 'SMTP_URL is for the local host only; the cloud uses EMAIL_ENDPOINT.');
  }
  const { EMAIL_FROM: from, EMAIL_REPLY_TO: replyTo, EMAIL_BUSINESS_NAME: businessName } = settings;
  const sender = senderOf(settings);
  if (sender.kind !== 'off' && from === undefined) {
    throw invalidSetting('EMAIL_FROM', 'EMAIL_FROM must be the address that e-mails are sent from.');
  }
  return {
    sender,
    from: from ?? LOCAL_SENDER,
    replyTo,
    businessName,
    perHour: settings.EMAILS_PER_HOUR,
  };
}

function senderOf({ EMAIL_ENDPOINT: endpoint, SMTP_URL: url }: Settings): EmailConfig['sender'] {
  if (endpoint !== undefined && url !== undefined) {
    throw invalidSetting('SMTP_URL', 'SMTP_URL must not be set together with EMAIL_ENDPOINT.');
  }
  if (endpoint !== undefined) return { kind: 'communication-services', endpoint };
  return url === undefined ? { kind: 'off' } : { kind: 'smtp', url };
}
