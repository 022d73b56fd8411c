import type { AgentApplication } from '../access/records/agent-application.ts';
import type { ActivityFeed, NotificationChannel, Ports } from '../ports.ts';
import type { Colleagues } from '../availability/colleagues.ts';
import type { ServiceParts } from './services.ts';
import { activityFeed } from '../notifications/activity-feed.ts';
import { activityFeedStatus } from '../notifications/activity-feed-status.ts';
import { deadLetters } from '../notifications/dead-letters.ts';
import { deskLinks } from '../notifications/desk-links.ts';
import { dispatcher } from '../notifications/dispatcher.ts';
import { feedSender } from '../notifications/feed-sender.ts';
import { notices } from '../conversations/notices.ts';
import { teamsChannelRecords } from '../notifications/teams-channel-records.ts';
import { teamsChannelSettings } from '../notifications/teams-channel-settings.ts';
import { teamsChannel } from '../notifications/teams-channel.ts';

interface NotificationParts extends Pick<Ports, 'tokens' | 'vault' | 'workflows'> {
  shared: ServiceParts;
  /** Channels in addition to those of Teams. */
  channels: readonly NotificationChannel[];
  feed: ActivityFeed;
  /** The application that agents sign in with; undefined if none is configured. */
  currentApplication: () => Promise<AgentApplication | undefined>;
  colleagues: Pick<Colleagues, 'listAll'>;
  /** The oids of the agents mentioned in a note. */
  mentionedIn: (sessionId: string, noteId: string) => Promise<readonly string[]>;
  /** The host of Teams in this cloud. */
  teamsHost: string;
  /** The HMAC key of the feed's chain ids. */
  chainKey: () => Promise<Uint8Array>;
  /** The id of the Teams app; undefined if agents cannot sign in there. */
  teamsAppId: () => Promise<string | undefined>;
}

/** Wires the notices, the channels of Teams, and the delivery to all channels. */
export function notificationServices(parts: NotificationParts) {
  const { shared, vault, workflows, feed, colleagues, chainKey, currentApplication } = parts;
  const { tokens, mentionedIn, teamsHost, teamsAppId } = parts;
  const links = deskLinks({ tokens });
  const records = teamsChannelRecords({ ...shared, vault });
  const sender = feedSender({ ...shared, feed });
  const channels = [
    teamsChannel({ ...shared, records, links, workflows, teamsHost, teamsAppId }),
    activityFeed({
      ...shared,
      records,
      links,
      sender,
      colleagues,
      mentionedIn,
      teamsHost,
      teamsAppId,
      chainKey,
    }),
    ...parts.channels,
  ];
  const delivering = dispatcher({ ...shared, channels });
  const feedStatus = activityFeedStatus({
    ...shared,
    records,
    feed,
    sender,
    colleagues,
    teamsHost,
    teamsAppId,
  });
  return {
    notices: notices({ ...shared, channels, deliver: delivering.deliverStored }),
    notifications: delivering,
    deadLetters: deadLetters({ ...shared, channels, dispatcher: delivering }),
    deskLinks: links,
    teamsChannel: teamsChannelSettings({
      ...shared,
      vault,
      workflows,
      records,
      teamsAppId,
      forgetFeeds: sender.forget,
    }),
    activityFeed: async () => ((await currentApplication()) ? feedStatus : undefined),
  };
}
