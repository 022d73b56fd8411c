import type { Server } from 'node:http';
import { azureCredential } from '../adapters/credential/azure.ts';
import { localIdentity } from '../adapters/identity/local.ts';
import { unconfiguredIdentity } from '../adapters/identity/unconfigured.ts';
import { publisherOff } from '../adapters/publisher/off.ts';
import { random, requestBudgets, systemClock } from '../adapters/system/node.ts';
import { appInsightsTelemetry } from '../adapters/telemetry/app-insights.ts';
import { consoleTelemetry } from '../adapters/telemetry/console.ts';
import type { Config } from '../config.ts';
import { lazy } from '../domain/caching.ts';
import { endWithin } from '../domain/concurrency.ts';
import type { WorkflowNetwork } from '../adapters/teams-workflow/workflow-request.ts';
import type { Allowlist } from '../domain/origin.ts';
import { AppError } from '../domain/errors.ts';
import type {
  AgentAccess,
  Answerer,
  AnswerJudge,
  Clock,
  ConversationStore,
  Counters,
  DocumentReader,
  Embedder,
  LanguageModel,
  Ledger,
  NotificationChannel,
  OpenMeanings,
  Ports,
  Publisher,
  Realtime,
  SecretVault,
  Telemetry,
  UploadStorage,
  Workflows,
} from '../ports.ts';
import { rateGate } from '../services/chat/rate-gate.ts';
import { background } from '../services/platform/background.ts';
import { deployment, derivedKey, type Deployment } from '../services/platform/deployment.ts';

/** How long shutdown waits for background work. */
const BACKGROUND_END_MS = 2_000;

/** Replacements for tests and benchmarks: a clock that is moved, a recording telemetry. */
export interface Replacements {
  clock?: Clock;
  telemetry?: Telemetry;
}

interface BaseOptions {
  version: string;
  allowlist: Allowlist;
  /** The offset of the local host's clock. */
  clockOffsetHours: number;
  /** Default: created once and stored. */
  deploymentId?: string | undefined;
  replace: Replacements;
}

/** Opens what the runtime and the control plane are both built on: the store, telemetry, and the limits. */
export async function openBase(
  config: Pick<Config, 'cloud' | 'clientId' | 'store' | 'telemetry' | 'rateLimits'>,
  { version, allowlist, clockOffsetHours, deploymentId, replace }: BaseOptions,
) {
  const realClock = replace.clock ?? systemClock(clockOffsetHours);
  const requestBudget = requestBudgets(realClock);
  const clock = requestBudget.bounded(realClock);
  const telemetry = replace.telemetry ?? openTelemetry(config, clock);
  const store = await openStore(config, { clock, telemetry });
  const identity = deployment(store.ledger, random, deploymentId);
  const secret = (purpose: string) => derivedKey(identity, purpose);
  const work = background(telemetry);
  const gate = rateGate({
    counters: store.counters,
    clock,
    telemetry,
    background: work,
    hashKey: async () => Buffer.from(await secret('rate-limits')).toString('base64'),
    limits: config.rateLimits,
  });
  return {
    clock,
    /** Tokens that another system issues or verifies use the real time, without the local host's offset. */
    tokenClock: requestBudget.bounded(replace.clock ?? systemClock(0)),
    telemetry,
    store,
    identity,
    /** The key for a purpose, derived from the deployment's secret. */
    secret,
    background: work,
    services: { version, allowlist, clock, random, telemetry, requestBudget, rateGate: gate },
    /** Waits for background work; then closes what the parts need (`parts`), the store and the telemetry. */
    async close(parts?: () => Promise<void>): Promise<void> {
      // Background work that hangs must not prevent the telemetry flush.
      await endWithin(clock, BACKGROUND_END_MS, work.settled);
      await parts?.();
      await store.close();
      await telemetry.close();
    },
  };
}

/** The ports that one database serves. */
interface Store {
  conversations: ConversationStore;
  ledger: Ledger;
  counters: Counters;
  close(): Promise<void>;
}

/** The configured store; its SDK is loaded here and nowhere else. */
export async function openStore(
  { store, cloud, clientId }: Pick<Config, 'store' | 'cloud' | 'clientId'>,
  { clock, telemetry }: Pick<Ports, 'clock' | 'telemetry'>,
): Promise<Store> {
  if (store.kind === 'sqlite') {
    const { sqliteStore } = await import('../adapters/store/sqlite.ts');
    return sqliteStore(store);
  }
  const { cosmosStore } = await import('../adapters/store/cosmos.ts');
  const { endpoint, database, key } = store;
  const access =
    key === undefined ? { credential: azureCredential({ cloud, clientId, clock }).credential } : { key };
  return cosmosStore({ endpoint, database, access, clock, random, telemetry });
}

/** The configured telemetry. */
function openTelemetry(
  { telemetry, cloud, clientId }: Pick<Config, 'telemetry' | 'cloud' | 'clientId'>,
  clock: Clock,
): Telemetry {
  if (telemetry.kind === 'console') return consoleTelemetry(telemetry.level, clock);
  const { connectionString } = telemetry;
  if (!cloud) return appInsightsTelemetry({ connectionString, clock });
  // In the cloud the resource only accepts telemetry from the managed identity.
  const { credential } = azureCredential({ cloud, clientId, clock });
  return appInsightsTelemetry({ connectionString, credential, clock });
}

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

/** The configured channels of notices. */
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
      // Plain http is the local host's alone, and no token is sent over it.
      ...(new URL(endpoint).protocol === 'https:' && { token: () => credential.token(EVENT_GRID_SCOPE) }),
    }),
  ];
}

/** The Teams workflows of the customer, opened on first use. */
export function openWorkflows(clock: Clock, network: WorkflowNetwork | undefined): Workflows {
  const open = lazy(async (): Promise<Workflows> => {
    const { teamsWorkflows } = await import('../adapters/teams-workflow/workflows.ts');
    return teamsWorkflows({ clock, network });
  });
  return { post: async (...of) => (await open()).post(...of) };
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
    async *read(uploadId) {
      yield* (await open()).read(uploadId);
    },
    remove: async (uploadId) => (await open()).remove(uploadId),
  };
}

/** The reader of documents. It and its parsers are loaded for the first file. */
export function openDocumentReader(worker: URL, clock: Clock): DocumentReader {
  const open = lazy(async () => {
    const { documentReader } = await import('../adapters/documents/reader.ts');
    return documentReader({ worker, clock });
  });
  return { read: async (file) => (await open()).read(file) };
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

/** Answers with the configured model, or without one. */
export async function openAnswerer(
  config: Config,
  model: LanguageModel | undefined,
  meanings: OpenMeanings | undefined,
  { clock, telemetry }: Pick<Ports, 'clock' | 'telemetry'>,
): Promise<Answerer> {
  const { knowledgeDir } = config.assistant;
  const shared = { knowledgeDir, clock, random, telemetry, ...(meanings && { meanings }) };
  if (!model) {
    const { knowledgeAnswerer } = await import('../adapters/scripted/answerer.ts');
    return knowledgeAnswerer(shared);
  }
  const { modelAnswerer } = await import('../adapters/model/language-model.ts');
  return modelAnswerer({
    ...shared,
    model,
    wholeKnowledgeTokens: config.assistant.wholeKnowledgeTokens,
  });
}

/** Judges answers; undefined where no model is connected. */
export async function openJudge(
  model: LanguageModel | undefined,
  clock: Clock,
): Promise<AnswerJudge | undefined> {
  if (!model) return undefined;
  const { modelJudge } = await import('../adapters/model/judge.ts');
  return modelJudge({ model, clock });
}

/** The configured language model; undefined where answers are found in documents alone. */
export async function openModel(
  { cloud, clientId, model, asking }: Config,
  clock: Clock,
  telemetry: Telemetry,
): Promise<LanguageModel | undefined> {
  if (model.kind === 'knowledge') return undefined;
  const { openaiModel } = await import('../adapters/model/openai.ts');
  if (model.kind === 'openai') return openaiModel({ ...asking, server: model, clock, telemetry });
  const identity = azureCredential({ cloud, clientId, clock });
  const token = () => identity.token('https://cognitiveservices.azure.com/.default');
  return openaiModel({ ...asking, server: { ...model, token }, clock, telemetry });
}

/** The model that embeds texts; undefined where documents are searched by their words alone. */
export async function openEmbedder(
  { cloud, clientId, embedding }: Config,
  { clock, telemetry }: Pick<Ports, 'clock' | 'telemetry'>,
): Promise<Embedder | undefined> {
  if (embedding.kind === 'off') return undefined;
  const { openaiEmbedder } = await import('../adapters/model/embedder.ts');
  const { dimensions, ...named } = embedding;
  const shared = { clock, random, telemetry, ...(dimensions !== undefined && { dimensions }) };
  if (named.kind === 'openai') return openaiEmbedder({ ...shared, server: named });
  const identity = azureCredential({ cloud, clientId, clock });
  const token = () => identity.token('https://cognitiveservices.azure.com/.default');
  return openaiEmbedder({ ...shared, server: { ...named, token } });
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

/**
 * The configured tenant; on the local host without settings a provider with invented agents; in the cloud
 * without settings no identity provider.
 */
export async function openAgentAccess(
  { identity, cloud, hosts }: Config,
  clock: Clock,
): Promise<AgentAccess> {
  if (identity.kind === 'local') return cloud ? unconfiguredIdentity() : localIdentity(clock, random);
  const { entraIdentity } = await import('../adapters/identity/entra.ts');
  const { authority, tenantId, clientId } = identity;
  // An application that requests a token for itself must name itself by its id (AADSTS90009).
  const signIn = { authority, tenantId, clientId, scope: `${clientId}/access_as_user` };
  return {
    agentIdentity: entraIdentity({ ...identity, hosts, clock }),
    agentSignIn: () => Promise.resolve(signIn),
    close: () => Promise.resolve(),
  };
}
