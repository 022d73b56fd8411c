import { azureCredential } from '../adapters/credential/azure.ts';
import { publisherOff } from '../adapters/publisher/off.ts';
import type { PublicNetwork } from '../adapters/public-network/network.ts';
import type { Config } from '../config/config.ts';
import { lazy, lruCache } from '../lib/caching.ts';
import type { DeliveryResult } from '../conversations/rules/delivery-outcome.ts';
import { isLoopbackHost } from '../lib/ip-address.ts';
import type { AgentApplication } from '../access/records/agent-application.ts';
import type {
  ActivityFeed,
  Clock,
  EmailSender,
  NotificationChannel,
  Publisher,
  Workflows,
} from '../ports.ts';
import type { Deployment } from '../platform/deployment.ts';

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

/** The Teams workflows of the customer, opened on first use. */
export function openWorkflows(clock: Clock, network: PublicNetwork | undefined): Workflows {
  const open = lazy(async (): Promise<Workflows> => {
    const { teamsWorkflows } = await import('../adapters/teams-workflow/workflows.ts');
    return teamsWorkflows({ clock, network });
  });
  return { post: async (...of) => (await open()).post(...of) };
}

/** The publisher's control plane, or none. */
export async function openPublisher(
  { publisher, cloud, clientId }: Config,
  clock: Clock,
): Promise<Publisher> {
  if (publisher.kind === 'off') return publisherOff();
  const { httpPublisher } = await import('../adapters/publisher/http.ts');
  const { url, audience } = publisher;
  if (audience === undefined) return httpPublisher({ url, clock });
  const identity = azureCredential({ cloud, clientId, clock });
  return httpPublisher({ url, clock, token: () => identity.token(`${audience}/.default`) });
}
