import type { AgentApplication } from '../../domain/records/agent-application.ts';
import type { ActivityFeed, NotificationChannel, Ports } from '../../ports.ts';
import type { Colleagues } from '../desk/colleagues.ts';
import type { ServiceParts } from '../platform/services.ts';
import { activityFeed } from './activity-feed.ts';
import { activityFeedStatus } from './activity-feed-status.ts';
import { deadLetters } from './dead-letters.ts';
import { deskLinks } from './desk-links.ts';
import { dispatcher } from './dispatcher.ts';
import { feedSender } from './feed-sender.ts';
import { notices } from './notices.ts';
import { teamsChannelRecords } from './teams-channel-records.ts';
import { teamsChannelSettings } from './teams-channel-settings.ts';
import { teamsChannel } from './teams-channel.ts';

interface NotificationParts extends ServiceParts, Pick<Ports, 'tokens' | 'vault' | 'workflows'> {
  /** Besides those of Teams. */
  channels: readonly NotificationChannel[];
  feed: ActivityFeed;
  /** The application that agents sign in with; undefined if none is configured. */
  currentApplication: () => Promise<AgentApplication | undefined>;
  agents: Pick<Colleagues, 'known'>;
  /** The host of Teams in this cloud. */
  teamsHost: string;
  /** The key of the numbers that connect the feed entries of one conversation. */
  chainKey: () => Promise<Uint8Array>;
  /** The id of the Teams app; undefined where agents cannot sign in in Teams. */
  teamsAppId: () => Promise<string | undefined>;
}

/** Notices, the channels of Teams with their settings and links, and the delivery to every channel. */
export function notificationServices(parts: NotificationParts) {
  const links = deskLinks(parts);
  const records = teamsChannelRecords(parts);
  const sender = feedSender(parts);
  const feedStatus = activityFeedStatus({ ...parts, records, sender });
  const channels = [
    teamsChannel({ ...parts, records, links }),
    activityFeed({ ...parts, records, links, sender }),
    ...parts.channels,
  ];
  const delivering = dispatcher({ ...parts, channels });
  return {
    notices: notices({ ...parts, channels, dispatcher: delivering }),
    services: {
      notifications: delivering,
      deadLetters: deadLetters({ ...parts, channels, dispatcher: delivering }),
      deskLinks: links,
      teamsChannel: teamsChannelSettings({
        ...parts,
        records,
        forgetFeeds: sender.forget,
      }),
      activityFeed: async () => ((await parts.currentApplication()) ? feedStatus : undefined),
    },
  };
}
