import type { Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { azureCredential } from '../adapters/credential/azure.ts';
import type { ParseDocuments } from '../adapters/knowledge/parsed-documents.ts';
import { publisherOff } from '../adapters/publisher/off.ts';
import { random } from '../adapters/system/node.ts';
import type { PublicNetwork } from '../adapters/public-network/network.ts';
import type { Config } from '../config.ts';
import { lazy, lruCache } from '../domain/caching.ts';
import type { DeliveryResult } from '../domain/delivery-outcome.ts';
import { AppError } from '../domain/errors.ts';
import { isLoopbackHost } from '../domain/ip-address.ts';
import type {
  ActivityFeed,
  Clock,
  DocumentReader,
  EmailSender,
  LanguageDetection,
  IdentityTokens,
  NotificationChannel,
  Publisher,
  ReadQuestionWords,
  Realtime,
  SecretVault,
  Telemetry,
  TimeZones,
  UploadStorage,
  VisitorDirectories,
  Websites,
  Workflows,
} from '../ports.ts';
import type { AgentApplication } from '../domain/records/agent-application.ts';
import type { Deployment } from '../services/platform/deployment.ts';

/** The configured vault, opened on first use, because no visitor's request needs it. */
export function openVault(
  { vault, cloud, clientId }: Pick<Config, 'vault' | 'cloud' | 'clientId'>,
  clock: Clock,
): SecretVault {
  const open = lazy(async (): Promise<SecretVault> => {
    if (vault.kind === 'file') {
      const { fileVault } = await import('../adapters/vault/file.ts');
      return fileVault(vault);
    }
    const { keyVault } = await import('../adapters/vault/key-vault.ts');
    return keyVault({
      url: vault.url,
      credential: azureCredential({ cloud, clientId, clock }).credential,
      clock,
    });
  });
  return {
    read: async (name) => (await open()).read(name),
    write: async (name, value) => (await open()).write(name, value),
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

/** How e-mails are sent, opened with the first one: a new instance loads nothing of it. */
export function openEmailSender(
  { email, cloud, clientId }: Pick<Config, 'email' | 'cloud' | 'clientId'>,
  clock: Clock,
): EmailSender {
  const { sender, from, replyTo } = email;
  const open = lazy(async (): Promise<EmailSender | undefined> => {
    switch (sender.kind) {
      case 'communication-services': {
        const { communicationServicesSender } = await import('../adapters/email/communication-services.ts');
        const { credential } = azureCredential({ cloud, clientId, clock });
        return communicationServicesSender({ endpoint: sender.endpoint, from, replyTo, credential, clock });
      }
      case 'smtp': {
        const { smtpSender } = await import('../adapters/email/smtp.ts');
        const isLocal = isLoopbackHost(new URL(sender.url).hostname);
        return smtpSender({ url: sender.url, from, replyTo, isLocal, clock });
      }
      case 'mailbox': {
        const { mailbox } = await import('../adapters/email/mailbox.ts');
        return mailbox({ dataDir: sender.dataDir, from, replyTo, clock });
      }
      case 'off':
        return undefined;
    }
  });
  return {
    send: async (...of) => (await open())?.send(...of) ?? { ok: false, permanent: true, code: 'channel-off' },
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

/** The verification of sites' identity tokens, loaded on first use. */
export function openIdentityTokens(clock: Clock, network: PublicNetwork | undefined): IdentityTokens {
  const open = lazy(async (): Promise<IdentityTokens> => {
    const { joseIdentityTokens } = await import('../adapters/visitor-identity/jose.ts');
    return joseIdentityTokens({ clock, network });
  });
  return { verify: async (...of) => (await open()).verify(...of) };
}

/**
 * The directories in which visitors sign in, loaded on first use. In the cloud they are on the public
 * Internet; the local host also asks a directory on this machine.
 */
export function openVisitorDirectories({ cloud }: Pick<Config, 'cloud'>, clock: Clock): VisitorDirectories {
  const open = lazy(async (): Promise<VisitorDirectories> => {
    const { openidDirectories } = await import('../adapters/visitor-directory/openid.ts');
    const { developersNetwork, publicNetwork } = await import('../adapters/public-network/network.ts');
    return openidDirectories({ clock, random, network: cloud ? publicNetwork : developersNetwork });
  });
  return {
    begin: async (...of) => (await open()).begin(...of),
    finish: async (...of) => (await open()).finish(...of),
  };
}

/** The configured file storage, opened on first use. */
export function openUploads(
  { uploads, cloud, clientId }: Pick<Config, 'uploads' | 'cloud' | 'clientId'>,
  clock: Clock,
): UploadStorage {
  const open = lazy(async (): Promise<UploadStorage> => {
    if (uploads.kind === 'off') throw new AppError('uploads-not-configured');
    if (uploads.kind === 'directory') {
      const { uploadDirectory } = await import('../adapters/uploads/directory.ts');
      return uploadDirectory(uploads);
    }
    const { blobUploads } = await import('../adapters/uploads/blob.ts');
    const { credential } = azureCredential({ cloud, clientId, clock });
    return blobUploads({ url: uploads.url, credential, clock });
  });
  return {
    putBlock: async (...of) => (await open()).putBlock(...of),
    blocks: async (...of) => (await open()).blocks(...of),
    isJoined: async (uploadId) => (await open()).isJoined(uploadId),
    join: async (...of) => (await open()).join(...of),
    async *read(...of) {
      yield* (await open()).read(...of);
    },
    remove: async (uploadId) => (await open()).remove(uploadId),
    find: async (uploadId) => (await open()).find(uploadId),
    removeFolder: async (folder) => (await open()).removeFolder(folder),
  };
}

/** The reader of documents. It and its parsers are loaded for the first file. */
export function openDocumentReader(worker: URL, clock: Clock): DocumentReader {
  const open = lazy(async () => {
    const { documentReader } = await import('../adapters/documents/reader.ts');
    return documentReader({ worker, clock });
  });
  return {
    read: async (file) => (await open()).read(file),
    readPage: async (page) => (await open()).readPage(page),
  };
}

/**
 * The thread that parses documents, loaded on first use. The service that runs from its sources runs the
 * thread's source.
 */
export function openMarkdownParser(assetsDir: string, clock: Clock): ParseDocuments {
  const open = lazy(async () => {
    const { threadParser } = await import('../adapters/knowledge/markdown-thread.ts');
    const { cachedParser } = await import('../adapters/knowledge/parsed-documents.ts');
    const worker = import.meta.url.endsWith('.ts')
      ? new URL('../adapters/knowledge/markdown-worker.ts', import.meta.url)
      : pathToFileURL(join(assetsDir, 'markdown-worker.js'));
    return cachedParser(threadParser({ worker, clock }));
  });
  return async (documents) => (await open())(documents);
}

/**
 * The websites of the Internet, opened on first use; on the local host those of this machine, too, such as
 * the demo's.
 */
export function openWebsites(
  { isLocal, proxy, aboutOrigin }: Config['websites'],
  clock: Clock,
  documents: DocumentReader,
): Websites {
  const open = lazy(async (): Promise<Websites> => {
    const { websites } = await import('../adapters/website/websites.ts');
    const { developersNetwork, publicNetwork } = await import('../adapters/public-network/network.ts');
    const { outboundProxy } = await import('../adapters/public-network/proxy.ts');
    const connections = {
      network: isLocal ? developersNetwork : publicNetwork,
      proxy: proxy && outboundProxy(proxy.address, proxy.noProxy),
    };
    return websites({
      clock,
      documents,
      connections,
      isLocal,
      aboutUrl: `${aboutOrigin}/api/website-reader`,
    });
  });
  return { open: async (...of) => (await open()).open(...of) };
}

/** The configured real-time service. Only the embedded hub needs a key, and a server to attach to. */
export async function openRealtime(
  { realtime, cloud, clientId }: Pick<Config, 'realtime' | 'cloud' | 'clientId'>,
  {
    signingKey,
    isWidgetOpen,
    clock,
    telemetry,
  }: {
    signingKey: () => Promise<Uint8Array>;
    isWidgetOpen: (widgetId: string) => Promise<boolean>;
    clock: Clock;
    telemetry: Telemetry;
  },
): Promise<Realtime & { attach?(server: Server): void }> {
  const { hub } = realtime;
  if (realtime.kind === 'local') {
    const { localHub } = await import('../adapters/realtime/local-hub.ts');
    return localHub({ hub, signingKey: await signingKey(), isWidgetOpen, clock, random });
  }
  const { webPubSub } = await import('../adapters/realtime/web-pubsub.ts');
  const { endpoint, connectionString } = realtime;
  const account =
    connectionString === undefined
      ? { endpoint, credential: azureCredential({ cloud, clientId, clock }).credential }
      : { connectionString };
  return webPubSub({ account, hub, clock, telemetry });
}

/** The origin of the real-time service for browsers; undefined where it is this service. */
export function realtimeOrigin({ realtime }: Pick<Config, 'realtime'>): string | undefined {
  return realtime.kind === 'web-pubsub'
    ? new URL(realtime.endpoint).origin.replace(/^http/, 'ws')
    : undefined;
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

/** The parts of the search that read questions, loaded with the first question. */
export const readQuestionWords: ReadQuestionWords = async (asked) => {
  const { questionWords } = await import('../adapters/knowledge/question-words.ts');
  return await questionWords(asked);
};

/** The detection of languages, whose word lists are loaded with the first text. */
export const detectLanguages: LanguageDetection = {
  async detect(...of) {
    const { detectLanguage } = await import('../adapters/knowledge/language-detection.ts');
    return detectLanguage(...of);
  },
  async isIn(...of) {
    const { isCertainlyIn } = await import('../adapters/knowledge/language-detection.ts');
    return isCertainlyIn(...of);
  },
};

/** The arithmetic of time zones, loaded on first use. */
export const openZones = lazy(
  async (): Promise<TimeZones> => (await import('../adapters/zones/temporal.ts')).temporalZones,
);
