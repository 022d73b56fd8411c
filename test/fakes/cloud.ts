import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../src/ports.ts';
import { trustedCertificate } from '../support/servers/certificate.ts';
import { seededRandom } from '../support/ports/random.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { startModelServer, type ModelServer } from './model-server.ts';
import { startCosmos, type CosmosServer } from './cosmos-server.ts';
import { startIdentityEndpoint, type IdentityEndpoint } from './identity-endpoint.ts';
import { startIngestion, type IngestionServer } from './ingestion-server.ts';
import { startKeyVault, type KeyVaultServer } from './key-vault-server.ts';
import { openLine, type Line } from './line.ts';
import { startBlobs, type BlobServer } from './blob-server.ts';
import { startWebPubSub, type WebPubSubServer } from './web-pubsub-server.ts';

/** Everything that a deployment in the cloud is made of, on the loopback. */
export interface Cloud {
  identity: IdentityEndpoint;
  cosmos: CosmosServer;
  vault: KeyVaultServer;
  /** The container of uploaded files. */
  blobs: BlobServer;
  pubSub: WebPubSubServer;
  model: ModelServer;
  insights: IngestionServer;
  /** The lines to them, where they were asked for. */
  lines: Readonly<Record<CloudComponent, Line>> | undefined;
  /** The settings that a deployment of the runtime has here. */
  settings: Readonly<Record<string, string>>;
  /**
   * The variables that the platform gives its workers; in a separate process one trusts this cloud by them.
   */
  worker: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export type CloudComponent = 'identity' | 'cosmos' | 'vault' | 'blobs' | 'pubSub' | 'model' | 'insights';

export interface CloudOptions {
  clock?: Clock;
  /** Puts a line before each component: the seed of the chance by which lines break, and their speed. */
  lines?: { seed: number; speed?: number };
  /** A token of the managed identity for a resource outside of this cloud, such as a control plane. */
  tokenFor?: (resource: string) => Promise<string> | undefined;
}

const TOKEN = 'token-of-the-managed-identity';
const HUB = 'chat';
const INSTRUMENTATION_KEY = '00000000-0000-4000-8000-000000000001';

let sharedIdentity: Promise<IdentityEndpoint> | undefined;

/**
 * From now on all clouds of this process have one identity endpoint: the SDK of the managed identity reads
 * its address once in a process, and keeps its tokens.
 */
export function shareIdentity(): void {
  sharedIdentity ??= startIdentityEndpoint(() => TOKEN);
}

async function openIdentity({ lines, tokenFor }: CloudOptions): Promise<IdentityEndpoint> {
  if (!sharedIdentity) return startIdentityEndpoint((resource) => tokenFor?.(resource) ?? TOKEN);
  if (lines ?? tokenFor) throw new Error('Name this file in OWN_PROCESS of vitest.config.ts.');
  return sharedIdentity;
}

/** Starts a cloud with nothing in it. */
export async function startCloud(options: CloudOptions = {}): Promise<Cloud> {
  const { clock = realClock, lines: wanted } = options;
  const [identity, cosmos, vault, blobs, pubSub, model, insights] = await Promise.all([
    openIdentity(options),
    startCosmos(clock),
    startKeyVault(TOKEN),
    startBlobs(TOKEN),
    startWebPubSub(HUB, TOKEN, clock),
    startModelServer(),
    startIngestion(),
  ]);
  const origins: Record<CloudComponent, string> = {
    identity: new URL(identity.environment.IDENTITY_ENDPOINT).origin,
    cosmos: cosmos.endpoint,
    vault: vault.url,
    blobs: new URL(blobs.url).origin,
    pubSub: pubSub.endpoint,
    model: new URL(model.url).origin,
    insights: insights.origin,
  };
  const opened = wanted && (await openLines(origins, wanted));
  const at = (component: CloudComponent) => opened?.[component].origin ?? origins[component];

  const folder = await mkdtemp(join(tmpdir(), 'cloud-'));
  const trusted = join(folder, 'certificate.pem');
  await writeFile(trusted, trustedCertificate().cert);
  return {
    identity,
    cosmos,
    vault,
    blobs,
    pubSub,
    model,
    insights,
    lines: opened,
    settings: {
      WEBSITE_INSTANCE_ID: 'instance',
      COSMOS_ENDPOINT: at('cosmos'),
      COSMOS_DATABASE: cosmos.database,
      KEY_VAULT_URL: at('vault'),
      UPLOADS_URL: `${at('blobs')}${new URL(blobs.url).pathname}`,
      WEB_PUBSUB_ENDPOINT: at('pubSub'),
      WEB_PUBSUB_HUB: HUB,
      AZURE_OPENAI_ENDPOINT: at('model'),
      AZURE_OPENAI_DEPLOYMENT: 'assistant',
      APPLICATIONINSIGHTS_CONNECTION_STRING: [
        `InstrumentationKey=${INSTRUMENTATION_KEY}`,
        `IngestionEndpoint=${at('insights')}/`,
        `LiveEndpoint=${at('insights')}/`,
      ].join(';'),
    },
    worker: {
      IDENTITY_ENDPOINT: `${at('identity')}/msi/token`,
      IDENTITY_HEADER: identity.environment.IDENTITY_HEADER,
      NODE_EXTRA_CA_CERTS: trusted,
      // The SDK's reports about itself go to its makers.
      APPLICATION_INSIGHTS_NO_STATSBEAT: 'true',
    },
    async close() {
      await Promise.all(Object.values(opened ?? {}).map((line) => line.close()));
      if (!sharedIdentity) await identity.close();
      await Promise.all([cosmos, vault, blobs, pubSub, model, insights].map((server) => server.close()));
      await rm(folder, { recursive: true });
    },
  };
}

/** Makes this process a worker in a cloud; gives back how to end that. Its certificate is trusted already. */
export function becomeWorker({ worker }: Cloud): () => void {
  const { NODE_EXTRA_CA_CERTS: _trusted, ...variables } = worker;
  const before = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]));
  Object.assign(process.env, variables);
  return () => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  };
}

async function openLines(
  origins: Record<CloudComponent, string>,
  { seed, speed }: { seed: number; speed?: number },
): Promise<Record<CloudComponent, Line>> {
  const next = seededRandom(seed);
  const open = (component: CloudComponent) => openLine(origins[component], next, speed);
  const [identity, cosmos, vault, blobs, pubSub, model, insights] = await Promise.all([
    open('identity'),
    open('cosmos'),
    open('vault'),
    open('blobs'),
    open('pubSub'),
    open('model'),
    open('insights'),
  ]);
  return { identity, cosmos, vault, blobs, pubSub, model, insights };
}
