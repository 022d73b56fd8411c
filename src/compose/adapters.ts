import type { Server } from 'node:http';
import { azureCredential } from '../adapters/credential/azure.ts';
import { publisherOff } from '../adapters/publisher/off.ts';
import type { Config } from '../config.ts';
import { lazy } from '../domain/caching.ts';
import type {
  Answerer,
  Clock,
  LanguageModel,
  Publisher,
  Realtime,
  SecretVault,
  Telemetry,
} from '../ports.ts';
import { random } from './system.ts';

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
export function realtimeOrigin({ realtime }: Config): string | undefined {
  return realtime.kind === 'web-pubsub'
    ? new URL(realtime.endpoint).origin.replace(/^http/, 'ws')
    : undefined;
}

/** Answers with the configured model, or without one. */
export async function openAnswerer(
  config: Config,
  model: LanguageModel | undefined,
  clock: Clock,
  telemetry: Telemetry,
): Promise<Answerer> {
  const shared = { knowledgeDir: config.assistant.knowledgeDir, clock, random, telemetry };
  if (!model) {
    const { knowledgeAnswerer } = await import('../adapters/scripted/answerer.ts');
    return knowledgeAnswerer(shared);
  }
  const { modelAnswerer } = await import('../adapters/model/language-model.ts');
  return modelAnswerer({ ...shared, model });
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
