import * as z from 'zod/mini';
import { invalidSetting } from './settings.ts';
import { httpsUrl, integer, mailAddress, smtpUrl } from './values.ts';
import { plainName } from '../conversations/rules/contact.ts';

/** The mailbox is the local host's, which sets it if nothing else is set up. */
type Sender =
  | { kind: 'communication-services'; endpoint: string }
  | { kind: 'smtp'; url: string }
  | { kind: 'mailbox'; dataDir: string }
  | { kind: 'off' };

/** The sender in the mailbox of the local host, in which nothing is delivered. */
const LOCAL_SENDER = 'chat@example.com';

/** E-mails to visitors. Off unless a service or a server is named, which needs the address of a sender. */
export const email = z.pipe(
  z.object({
    cloud: z.boolean(),
    EMAIL_ENDPOINT: z.optional(httpsUrl),
    SMTP_URL: z.optional(smtpUrl),
    EMAIL_FROM: z.optional(mailAddress),
    EMAIL_REPLY_TO: z.optional(mailAddress),
    EMAIL_BUSINESS_NAME: z.optional(
      z.string().check(z.maxLength(60, 'at most 60 characters'), z.refine(plainName, 'one line of text')),
    ),
    EMAILS_PER_HOUR: z._default(integer(1, 1_000_000), 100),
  }),
  z.transform(({ cloud, EMAIL_ENDPOINT, SMTP_URL, EMAIL_FROM: from, ...settings }) => {
    if (cloud && SMTP_URL !== undefined) {
      throw invalidSetting('SMTP_URL', 'SMTP_URL is for the local host only; the cloud uses EMAIL_ENDPOINT.');
    }
    const sender = senderOf(EMAIL_ENDPOINT, SMTP_URL);
    if (sender.kind !== 'off' && from === undefined) {
      throw invalidSetting('EMAIL_FROM', 'EMAIL_FROM must be the address that e-mails are sent from.');
    }
    return {
      email: {
        sender,
        from: from ?? LOCAL_SENDER,
        replyTo: settings.EMAIL_REPLY_TO,
        businessName: settings.EMAIL_BUSINESS_NAME,
        perHour: settings.EMAILS_PER_HOUR,
      },
    };
  }),
);

function senderOf(endpoint: string | undefined, url: string | undefined): Sender {
  if (endpoint !== undefined && url !== undefined) {
    throw invalidSetting('SMTP_URL', 'SMTP_URL must not be set together with EMAIL_ENDPOINT.');
  }
  if (endpoint !== undefined) return { kind: 'communication-services', endpoint };
  return url === undefined ? { kind: 'off' } : { kind: 'smtp', url };
}
