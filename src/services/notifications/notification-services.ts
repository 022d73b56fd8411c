import type { NotificationChannel, Ports } from '../../ports.ts';
import type { ChannelAnnouncements } from '../assistants/assistant-changes.ts';
import type { ServiceParts } from '../platform/services.ts';
import { deadLetters } from './dead-letters.ts';
import { deskLinks } from './desk-links.ts';
import { dispatcher } from './dispatcher.ts';
import { notices } from './notices.ts';
import { teamsChannelRecords } from './teams-channel-records.ts';
import { teamsChannelSettings } from './teams-channel-settings.ts';
import { teamsChannel } from './teams-channel.ts';

interface NotificationParts extends ServiceParts, Pick<Ports, 'tokens' | 'vault' | 'workflows'> {
  /** Besides the Teams channel. */
  channels: readonly NotificationChannel[];
  announcements: ChannelAnnouncements;
  /** The id of the Teams app; undefined where agents cannot sign in in Teams. */
  teamsAppId: () => Promise<string | undefined>;
}

/** Notices, the Teams channel with its settings and links, and the delivery to every channel. */
export function notificationServices(parts: NotificationParts) {
  const links = deskLinks(parts);
  const records = teamsChannelRecords(parts);
  const channels = [teamsChannel({ ...parts, records, links }), ...parts.channels];
  const delivering = dispatcher({ ...parts, channels });
  return {
    notices: notices({ ...parts, channels, dispatcher: delivering }),
    services: {
      notifications: delivering,
      deadLetters: deadLetters({ ...parts, dispatcher: delivering }),
      deskLinks: links,
      teamsChannel: teamsChannelSettings({ ...parts, records }),
    },
  };
}
