import type { Clock, EmailSender, NotificationChannel, Ports } from '../ports.ts';
import type { Conversations } from '../conversations/conversations.ts';
import type { Threads } from '../conversations/threads.ts';
import type { HoursSettings } from '../availability/business-hours.ts';
import { hoursOf } from '../widgets/widget-hours.ts';
import type { ServiceParts } from './services.ts';
import type { DefaultWidgets } from '../widgets/default-widget.ts';
import type { WidgetRegistry } from '../widgets/widget-registry.ts';
import { visitorTokens } from '../widgets/visitor-tokens.ts';
import { deliveryReports, type DeliveryReports } from '../email/delivery-reports.ts';
import { emailChannel } from '../email/email-channel.ts';
import { emailLimits } from '../email/email-limits.ts';
import { emailLinks, type EmailLinks } from '../email/email-links.ts';
import type { ServiceSettingsService } from '../email/service-settings.ts';
import { testEmails, type SendTestEmail } from '../email/test-email.ts';
import { visitorEmails } from '../email/visitor-emails.ts';
import { azureCredential } from '../adapters/credential/azure.ts';
import type { Config } from '../config/config.ts';
import { lazy } from '../lib/caching.ts';
import { isLoopbackHost } from '../lib/ip-address.ts';

interface EmailSettings {
  sender: { kind: string };
  /** E-mails per hour. */
  perHour: number;
}

/** The services that send e-mails. */
interface EmailParts {
  isOn: boolean;
  channel: NotificationChannel;
  links: EmailLinks;
  reports: DeliveryReports;
  sendTest: SendTestEmail;
}

/** Wires the e-mail channel; it is off if no sender is configured. */
export function emailParts(
  parts: Pick<Ports, 'counters' | 'emailSender' | 'tokens'> & {
    shared: ServiceParts;
    settings: EmailSettings;
    /** The name and the address for answers. */
    serviceSettings: Pick<ServiceSettingsService, 'current'>;
    /** The public origin of this service. */
    serviceOrigin: string;
    hashKey: () => Promise<Uint8Array>;
    widgets: Pick<WidgetRegistry, 'find'>;
    defaultWidgets: Pick<DefaultWidgets, 'read'>;
    hoursSettings: Pick<HoursSettings, 'read'>;
    /** The secret of the address for delivery reports. */
    reportsSecret: () => Promise<Uint8Array>;
  },
): EmailParts {
  const { shared, counters, emailSender, tokens, settings, serviceOrigin, hashKey, reportsSecret } = parts;
  const { serviceSettings } = parts;
  const isOn = settings.sender.kind !== 'off';
  const links = emailLinks({ tokens, serviceOrigin });
  const count = emailLimits({ ...shared, counters, perHour: settings.perHour, hashKey });
  const reports = deliveryReports({
    ...shared,
    isOn: settings.sender.kind === 'communication-services',
    secret: reportsSecret,
  });
  return {
    isOn,
    links,
    reports,
    sendTest: testEmails({ ...shared, emailSender, isOn, settings: serviceSettings, count }),
    channel: emailChannel({
      ...shared,
      ...{ emailSender, isOn, settings: serviceSettings, links, count, reports },
      async lookOf({ widget }) {
        const branding = widget
          ? (await parts.widgets.find(widget.id))?.widget.branding
          : { ...(await parts.defaultWidgets.read()).widget.branding, logo: undefined };
        return { color: branding?.color, logo: branding?.logo };
      },
      timeZoneOf: async (session) => (await hoursOf(session, parts))?.timeZone,
    }),
  };
}

/** Wires the e-mail services that endpoints call. */
export function emailServices({
  shared,
  settings: { sender, from },
  email,
  conversations,
  threads,
  tokens,
  tokenClock,
}: Pick<Ports, 'tokens'> & {
  shared: ServiceParts;
  settings: Pick<Config['email'], 'sender' | 'from'>;
  email: EmailParts;
  conversations: Conversations;
  threads: Threads;
  tokenClock: Clock;
}) {
  const { isOn, links } = email;
  const issuing = visitorTokens({ ...shared, clock: tokenClock, tokens });
  return {
    emailIsOn: isOn,
    emailSetup: { sender: sender.kind, from },
    deliveryReports: email.reports,
    sendTestEmail: email.sendTest,
    visitorEmails: visitorEmails({ ...shared, conversations, threads, links, tokens: issuing, isOn }),
  };
}

/** How e-mails are sent, opened with the first one: a new instance loads nothing of it. */
export function openEmailSender(
  { email, cloud, clientId }: Pick<Config, 'email' | 'cloud' | 'clientId'>,
  clock: Clock,
): EmailSender {
  const { sender, from } = email;
  const open = lazy(async (): Promise<EmailSender | undefined> => {
    switch (sender.kind) {
      case 'communication-services': {
        const { communicationServicesSender } = await import('../adapters/email/communication-services.ts');
        const { credential } = azureCredential({ cloud, clientId, clock });
        return communicationServicesSender({ endpoint: sender.endpoint, from, credential, clock });
      }
      case 'smtp': {
        const { smtpSender } = await import('../adapters/email/smtp.ts');
        const isLocal = isLoopbackHost(new URL(sender.url).hostname);
        return smtpSender({ url: sender.url, from, isLocal, clock });
      }
      case 'mailbox': {
        const { mailbox } = await import('../adapters/email/mailbox.ts');
        return mailbox({ dataDir: sender.dataDir, from, clock });
      }
      case 'off':
        return undefined;
    }
  });
  return {
    send: async (...of) => (await open())?.send(...of) ?? { ok: false, permanent: true, code: 'channel-off' },
    check: async (...of) => (await (await open())?.check(...of)) ?? { state: 'pending' },
    // Only the mailbox keeps copies; a deletion loads nothing of the others.
    removeAll: async (...of) => {
      if (sender.kind === 'mailbox') await (await open())?.removeAll(...of);
    },
  };
}

/** The e-mails of the local host's mailbox, newest first. */
export async function openMailbox(dataDir: string) {
  const { readMailbox } = await import('../adapters/email/mailbox.ts');
  return await readMailbox(dataDir);
}
