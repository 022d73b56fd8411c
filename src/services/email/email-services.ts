import type { Clock, NotificationChannel, Ports } from '../../ports.ts';
import type { Conversations } from '../chat/conversations.ts';
import { hoursOf, type HoursSettings } from '../admin/business-hours.ts';
import type { ServiceParts } from '../platform/services.ts';
import type { WidgetRegistry } from '../widgets/widget-registry.ts';
import { visitorTokens } from '../widgets/visitor-tokens.ts';
import { deliveryReports, type DeliveryReports } from './delivery-reports.ts';
import { emailChannel } from './email-channel.ts';
import { emailLimits } from './email-limits.ts';
import { emailLinks, type EmailLinks } from './email-links.ts';
import { visitorEmails } from './visitor-emails.ts';

interface EmailSettings {
  sender: { kind: string };
  businessName: string | undefined;
  /** E-mails per hour. */
  perHour: number;
}

/** The services that send e-mails. */
interface EmailParts {
  isOn: boolean;
  channel: NotificationChannel;
  links: EmailLinks;
  reports: DeliveryReports;
}

/** Wires the e-mail channel; it is off if no sender is configured. */
export function emailParts(
  parts: Pick<Ports, 'counters' | 'emailSender' | 'tokens'> & {
    platform: ServiceParts;
    settings: EmailSettings;
    /** The public origin of this service. */
    serviceOrigin: string;
    hashKey: () => Promise<Uint8Array>;
    widgets: Pick<WidgetRegistry, 'find'>;
    hoursSettings: Pick<HoursSettings, 'read'>;
    /** The secret of the address for delivery reports. */
    reportsSecret: () => Promise<Uint8Array>;
  },
): EmailParts {
  const { platform, counters, emailSender, tokens, settings, serviceOrigin, hashKey, reportsSecret } = parts;
  const isOn = settings.sender.kind !== 'off';
  const links = emailLinks({ tokens, serviceOrigin });
  const count = emailLimits({ ...platform, counters, perHour: settings.perHour, hashKey });
  const reports = deliveryReports({
    ...platform,
    isOn: settings.sender.kind === 'communication-services',
    secret: reportsSecret,
  });
  const { businessName } = settings;
  return {
    isOn,
    links,
    reports,
    channel: emailChannel({
      ...platform,
      ...{ emailSender, isOn, businessName, links, count, reports },
      timeZoneOf: async (session) => (await hoursOf(session, parts))?.timeZone,
    }),
  };
}

/** Wires the e-mail services that visitors call. */
export function visitorEmailServices({
  platform,
  email,
  conversations,
  tokens,
  tokenClock,
}: Pick<Ports, 'tokens'> & {
  platform: ServiceParts;
  email: EmailParts;
  conversations: Conversations;
  tokenClock: Clock;
}) {
  const { isOn, links } = email;
  const issuing = visitorTokens({ ...platform, clock: tokenClock, tokens });
  return {
    emailIsOn: isOn,
    visitorEmails: visitorEmails({ ...platform, conversations, links, tokens: issuing, isOn }),
  };
}
