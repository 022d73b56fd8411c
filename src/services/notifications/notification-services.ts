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

interface NotificationParts extends Pick<Ports, 'tokens' | 'vault' | 'workflows'> {
  platform: ServiceParts;
  /** Channels in addition to those of Teams. */
  channels: readonly NotificationChannel[];
  feed: ActivityFeed;
  /** The application that agents sign in with; undefined if none is configured. */
  currentApplication: () => Promise<AgentApplication | undefined>;
  agents: Pick<Colleagues, 'listAll'>;
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
  const { platform, vault, workflows, feed, agents, chainKey, currentApplication } = parts;
  const { tokens, mentionedIn, teamsHost, teamsAppId } = parts;
  const links = deskLinks({ tokens });
  const records = teamsChannelRecords({ ...platform, vault });
  const sender = feedSender({ ...platform, feed });
  const channels = [
    teamsChannel({ ...platform, records, links, workflows, teamsHost, teamsAppId }),
    activityFeed({
      ...platform,
      records,
      links,
      sender,
      agents,
      mentionedIn,
      teamsHost,
      teamsAppId,
      chainKey,
    }),
    ...parts.channels,
  ];
  const delivering = dispatcher({ ...platform, channels });
  const feedStatus = activityFeedStatus({
    ...platform,
    records,
    feed,
    sender,
    agents,
    teamsHost,
    teamsAppId,
  });
  return {
    notices: notices({ ...platform, channels, dispatcher: delivering }),
    notifications: delivering,
    deadLetters: deadLetters({ ...platform, channels, dispatcher: delivering }),
    deskLinks: links,
    teamsChannel: teamsChannelSettings({
      ...platform,
      vault,
      workflows,
      records,
      teamsAppId,
      forgetFeeds: sender.forget,
    }),
    activityFeed: async () => ((await currentApplication()) ? feedStatus : undefined),
  };
}
