import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { routes } from '../../../functions/routes.ts';
import { openStore } from '../../../src/compose/shared-parts.ts';
import { compose, type Product } from '../../../src/compose.ts';
import { readConfig, type Config } from '../../../src/config.ts';
import { addressesOf } from '../../../src/hosts/addresses.ts';
import { register } from '../../../src/hosts/azure.ts';
import { nodeHost } from '../../../src/hosts/node.ts';
import type { SessionRecord } from '../../../src/domain/records/session.ts';
import type {
  Answerer,
  AnswerJudge,
  Clock,
  EmailSender,
  SecretVault,
  Telemetry,
  Websites,
} from '../../../src/ports.ts';
import type { PublicNetwork } from '../../../src/adapters/public-network/network.ts';
import type { ActionRunner } from '../../../src/services/actions/action-runner.ts';
import type { Services } from '../../../src/compose.ts';
import type { Cloud } from '../../fakes/cloud.ts';
import { startAzureHost } from '../functions-host/azure-host.ts';
import { heardTelemetry } from '../ports/heard-telemetry.ts';
import { closeServer, listen } from '../servers/listen.ts';
import { realClock } from '../clocks/real-clock.ts';

export type Host = 'node' | 'azure';
/** Whether the functions library answers, as it does where the runtime cannot (docs/adr/0042). */
const isFallback = process.env['VITEST'] !== undefined && inject('isFallback');
/** For what a host decides or carries in its own way: bodies, streams, files, cookies, addresses, routes. */
export const HOSTS: readonly Host[] = isFallback ? ['azure'] : ['node', 'azure'];
/** For rules behind the endpoints, which both hosts run alike; with the host integration off, on that one. */
export const ONE_HOST: readonly Host[] = isFallback ? ['azure'] : ['node'];

/**
 * The compositions of every journey: all adapters embedded, or all those of the cloud, in a Functions worker.
 */
export const COMPOSITIONS = ['embedded', 'cloud'] as const;
export type Composition = (typeof COMPOSITIONS)[number];

export interface RunningService {
  origin: string;
  services: Services;
  dataDir: string;
  /** Undefined for the embedded composition. */
  cloud: Cloud | undefined;
  /** A session as the store has it. */
  session(sessionId: string): Promise<SessionRecord>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

export interface ServiceOptions {
  /** The Functions host where the composition is the cloud's, else the local one. */
  host?: Host;
  composition?: Composition;
  /** A cloud that the caller closes; without one the composition of the cloud starts its own. */
  cloud?: Cloud;
  /** Settings by name, over those of an empty local deployment. */
  settings?: Record<string, string>;
  /** Several services may share one folder. */
  dataDir?: string;
  clock?: Clock;
  answerer?: Answerer;
  judge?: AnswerJudge;
  emailSender?: EmailSender;
  telemetry?: Telemetry;
  vault?: SecretVault;
  websites?: Websites;
  actionRunner?: ActionRunner;
  workflowNetwork?: PublicNetwork;
  identityNetwork?: PublicNetwork;
  /** The managed identity’s token that signs the agents’ application in. */
  exchangeToken?: () => Promise<string>;
}

/** The built widget and pages, as `npm test` leaves them. */
const ASSETS_DIR = join(import.meta.dirname, '../../../dist');

/** Starts the whole product on a free port with a fresh data folder. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'chat-')));
  const { cloud, leave } = await surroundings(options);
  // No proxy is in front of the service here but the host itself.
  const inCloud = cloud && { ...cloud.settings, TRUSTED_PROXY_HOPS: '0' };
  const config = readConfig({ DATA_DIR: dataDir, ...inCloud, ...options.settings });
  const product = await compose(config, {
    version: '0.0.0-test',
    assetsDir: ASSETS_DIR,
    replace: options,
  });
  const host = options.host ?? (cloud ? 'azure' : 'node');
  const front = await (host === 'azure' ? onAzure : onNode)(product, config);
  const { origin } = front;
  return {
    origin,
    services: product.services,
    dataDir,
    cloud,
    async session(sessionId) {
      const store = await openStore(config, { clock: realClock, telemetry: heardTelemetry() });
      const conversation = await store.conversations.load(sessionId, 'strong');
      await store.close();
      if (!conversation) throw new Error('There is no such session.');
      return conversation.session;
    },
    get: (path, headers = {}) => fetch(`${origin}${path}`, { headers, redirect: 'manual' }),
    post: (path, body, headers = {}) =>
      fetch(`${origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        redirect: 'manual',
      }),
    async close() {
      await front.close();
      await product.close();
      await leave();
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Test files that are not workers in a cloud run in this process, before and after. */
    sharesProcess: boolean;
    /** The Functions host is one of which the runtime does not find the server. */
    isFallback: boolean;
  }
}

/** The cloud that is wanted, with this process as one of its workers. */
async function surroundings({ cloud: given, composition = 'embedded' }: ServiceOptions) {
  if (!given && composition === 'embedded') return { cloud: undefined, leave: () => Promise.resolve() };
  // A bench has a separate process without Vitest.
  const sharesProcess = process.env['VITEST'] !== undefined && inject('sharesProcess');
  if (sharesProcess) throw new Error('Name this file in CLOUD_PROCESS of vitest.config.ts.');
  const { becomeWorker, startCloud } = await import('../../fakes/cloud.ts');
  await loadSdks();
  const cloud = given ?? (await startCloud());
  const beOnesSelf = becomeWorker(cloud);
  return {
    cloud,
    async leave() {
      beOnesSelf();
      if (!given) await cloud.close();
    },
  };
}

/** On a busy machine the first calls would spend their deadlines on loading the SDKs. */
async function loadSdks(): Promise<void> {
  await Promise.all([
    import('@azure/cosmos'),
    import('@azure/identity'),
    import('@azure/keyvault-secrets'),
    import('@azure/storage-blob'),
    import('@azure/web-pubsub'),
    import('openai'),
  ]);
}

interface Front {
  origin: string;
  close(): Promise<void>;
}

async function onNode(product: Product, { trustedProxyHops }: Config): Promise<Front> {
  const server = nodeHost({
    endpoints: routes,
    services: product.services,
    trustedProxyHops,
  });
  product.attach(server);
  const origin = await listen(server);
  return {
    origin,
    close: () => closeServer(server),
  };
}

/** The Functions worker behind its front end, which is one more proxy than the settings speak of. */
async function onAzure(
  { services, attach, close }: Product,
  { trustedProxyHops, hosts, cloud, allowlist }: Config,
): Promise<Front> {
  const started = () =>
    Promise.resolve({
      endpointsOf: () => Promise.resolve(routes),
      services,
      trustedProxyHops: trustedProxyHops + 1,
      hosts,
      close,
    });
  const host = await startAzureHost({
    register: () => register(addressesOf(routes), started),
    change: isFallback ? 'its server is not seen' : undefined,
    // The deployment gives the front end the same list.
    ...(cloud && { allowedOrigins: allowlist.any ? ['*'] : [...allowlist.origins] }),
  });
  attach(host.server);
  return host;
}
