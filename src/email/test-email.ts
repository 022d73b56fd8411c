import { emailAddress } from '../conversations/rules/contact.ts';
import { invalidField } from '../core/errors.ts';
import type { DeliveryFailure } from '../conversations/records/outbox-entry.ts';
import type { Ports } from '../ports.ts';
import type { ServiceSettingsService } from './service-settings.ts';
import type { CountEmail } from './email-limits.ts';

/** How long the e-mail service may take, in milliseconds. */
const TIMEOUT_MS = 15_000;

const SUBJECT = 'Test e-mail from your chat';
const TEXT = 'E-mail works: visitors who leave an address get the answers of your team there.';

interface Dependencies extends Pick<Ports, 'emailSender' | 'random'> {
  isOn: boolean;
  settings: Pick<ServiceSettingsService, 'current'>;
  count: CountEmail;
}

/** Sends an e-mail to an address of the admin, and returns why it was not sent. */
export function testEmails({ emailSender, random, isOn, settings, count }: Dependencies) {
  return async (typed: string): Promise<DeliveryFailure | undefined> => {
    const to = emailAddress(typed);
    if (to === undefined) throw invalidField('to', 'must be an e-mail address');
    if (!isOn) return 'channel-off';
    const refused = await count({ kind: 'reply', to });
    if (refused) return refused.code;
    const { emailBusinessName = 'Chat', emailReplyTo } = await settings.current();
    const email = {
      id: random.uuid(),
      earlier: [],
      sessionId: random.uuid(),
      to,
      fromName: emailBusinessName,
      replyTo: emailReplyTo,
      subject: SUBJECT,
      text: `${TEXT}\n`,
      html: `<!doctype html><html lang="en"><body><p>${TEXT}</p></body></html>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
    const result = await emailSender.send(email, AbortSignal.timeout(TIMEOUT_MS));
    return result.ok ? undefined : result.code;
  };
}

export type SendTestEmail = ReturnType<typeof testEmails>;
