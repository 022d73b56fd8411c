import type { AgentApplication } from '../access/records/agent-application.ts';
import type { ActivityFeed, Clock, NotificationChannel, Ports, Workflows } from '../ports.ts';
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
import { azureCredential } from '../adapters/credential/azure.ts';
import type { Config } from '../config/config.ts';
import type { PublicNetwork } from '../adapters/public-network/network.ts';
import { lazy, lruCache } from '../lib/caching.ts';
import type { DeliveryResult } from '../conversations/rules/delivery-outcome.ts';
import type { Deployment } from '../platform/deployment.ts';

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

const EVENT_GRID_SCOPE = 'https://eventgrid.azure.net/.default';

interface ChannelParts {
  clock: Clock;
  identity: () => Promise<Deployment>;
  /** The key for a purpose, derived from the deployment's secret. */
  secret: (purpose: string) => Promise<Uint8Array>;
}

export async function openChannels(
  { events, cloud, clientId }: Pick<Config, 'events' | 'cloud' | 'clientId'>,
  { clock, identity, secret }: ChannelParts,
): Promise<NotificationChannel[]> {
  if (events.kind === 'off') return [];
  const { eventGrid } = await import('../adapters/events/event-grid.ts');
  const { endpoint } = events;
  const credential = azureCredential({ cloud, clientId, clock });
  return [
    eventGrid({
      endpoint,
      clock,
      deploymentId: async () => (await identity()).id,
      key: () => secret('event-subjects'),
      // Plain http is only for the local host, and no token is sent over it.
      ...(new URL(endpoint).protocol === 'https:' && { token: () => credential.token(EVENT_GRID_SCOPE) }),
    }),
  ];
}

/** No application is configured that could send. */
const NO_APPLICATION: DeliveryResult = { ok: false, permanent: false, code: 'application-missing' };

/**
 * The activity feeds of agents in Teams, by the application that they sign in with, opened on first use. Only
 * in the cloud is there a managed identity; `exchangeToken` is a test's.
 */
export function openActivityFeed(
  { identity, microsoftCloud, cloud, clientId }: Config,
  clock: Clock,
  {
    currentApplication,
    exchangeToken,
  }: {
    currentApplication: () => Promise<AgentApplication | undefined>;
    exchangeToken: (() => Promise<string>) | undefined;
  },
): ActivityFeed {
  const { graph, exchangeAudience: audience } = microsoftCloud;
  const { authority } = identity;
  const credential = azureCredential({ cloud, clientId, clock });
  const managed = () =>
    cloud
      ? credential.token(`${audience}/.default`)
      : Promise.reject(new Error('There is no managed identity outside of the cloud.'));
  const assertion = exchangeToken ?? managed;
  const opened = lruCache<ActivityFeed>(1);

  async function current(): Promise<ActivityFeed | undefined> {
    const application = await currentApplication();
    if (!application) return undefined;
    const key = `${application.tenantId}/${application.clientId}`;
    const { graphActivityFeed } = await import('../adapters/activity-feed/graph.ts');
    return opened(key, () =>
      graphActivityFeed({ graph, authority, ...application, audience, assertion, clock }),
    );
  }

  return {
    signIn: async () => (await current())?.signIn() ?? { ok: false, failure: 'application-missing' },
    sendTo: async (...of) => (await current())?.sendTo(...of) ?? NO_APPLICATION,
    sendToMany: async (...of) => (await current())?.sendToMany(...of) ?? NO_APPLICATION,
  };
}

/** The Teams workflows of the customer, opened on first use. */
export function openWorkflows(clock: Clock, network: PublicNetwork | undefined): Workflows {
  const open = lazy(async (): Promise<Workflows> => {
    const { teamsWorkflows } = await import('../adapters/teams-workflow/workflows.ts');
    return teamsWorkflows({ clock, network });
  });
  return { post: async (...of) => (await open()).post(...of) };
}
