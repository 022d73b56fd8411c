import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { routes } from '../../../functions/routes.ts';
import { openStore } from '../../../src/compose/shared-parts.ts';
import { compose, type Product, type Services } from '../../../src/compose.ts';
import { readConfig, type Config } from '../../../src/config/config.ts';
import { addressesOf } from '../../../src/hosts/addresses.ts';
import { register } from '../../../src/hosts/azure/host.ts';
import { nodeHost } from '../../../src/hosts/node.ts';
import type { SessionRecord } from '../../../src/conversations/records/session.ts';
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
import type { ActionRunner } from '../../../src/actions/action-runner.ts';
import type { Cloud } from '../../fakes/cloud.ts';
import { startAzureHost } from '../functions-host/azure-host.ts';
import { recordingTelemetry } from '../ports/recording-telemetry.ts';
import { closeServer, listen } from '../servers/listen.ts';
import { realClock } from '../clocks/real-clock.ts';

export type Host = 'node' | 'azure';
/** Whether the functions library handles requests, as when host integration is off (docs/adr/0042). */
const isFallback = process.env['VITEST'] !== undefined && inject('isFallback');
/** For behavior that depends on the host: bodies, streams, files, cookies, URLs, routes. */
export const HOSTS: readonly Host[] = isFallback ? ['azure'] : ['node', 'azure'];
/** For behavior behind the endpoints, which does not depend on the host. */
export const ONE_HOST: readonly Host[] = isFallback ? ['azure'] : ['node'];

/** The compositions of all journeys: embedded adapters, or cloud adapters in a Functions worker. */
export const COMPOSITIONS = ['embedded', 'cloud'] as const;
export type Composition = (typeof COMPOSITIONS)[number];

export interface RunningService {
  origin: string;
  services: Services;
  dataDir: string;
  /** Undefined for the embedded composition. */
  cloud: Cloud | undefined;
  /** A session in the store. */
  session(sessionId: string): Promise<SessionRecord>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

export interface ServiceOptions {
  /** Default: the Functions host for the cloud composition, otherwise the local one. */
  host?: Host;
  composition?: Composition;
  /** A cloud that the caller closes. Without it the cloud composition starts its own. */
  cloud?: Cloud;
  /** Settings by name, in addition to those of an empty local deployment. */
  settings?: Record<string, string>;
  /** How many proxies are before the host, so that callers may name their address. Default: 0. */
  proxies?: number;
  /** Several services can share a folder. */
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
  /** Returns the managed identity's token with which the agents' application signs in. */
  exchangeToken?: () => Promise<string>;
}

/** The built widget and pages. */
const ASSETS_DIR = join(import.meta.dirname, '../../../dist');

/** Starts the product on a free port with a temporary data folder. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'chat-')));
  const { cloud, leave } = await cloudOf(options);
  const config = readConfig({ DATA_DIR: dataDir, ...cloud?.settings, ...options.settings });
  const product = await compose(config, {
    version: '0.0.0-test',
    assetsDir: ASSETS_DIR,
    replace: options,
  });
  const host = options.host ?? (cloud ? 'azure' : 'node');
  const { proxies = 0 } = options;
  const front = await (host === 'azure' ? onAzure(product, config, proxies) : onNode(product, proxies));
  const { origin } = front;
  return {
    origin,
    services: product.services,
    dataDir,
    cloud,
    async session(sessionId) {
      const store = await openStore(config, { clock: realClock, telemetry: recordingTelemetry() });
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
    /** Whether test files share this process and are not workers of a cloud. */
    sharesProcess: boolean;
    /** Whether the runtime does not find the Functions host's server. */
    isFallback: boolean;
  }
}

/** The requested cloud, with this process as one of its workers. */
async function cloudOf({ cloud: given, composition = 'embedded' }: ServiceOptions) {
  if (!given && composition === 'embedded') return { cloud: undefined, leave: () => Promise.resolve() };
  // Benchmarks run in a separate process without Vitest.
  const sharesProcess = process.env['VITEST'] !== undefined && inject('sharesProcess');
  if (sharesProcess) throw new Error('Name this file *.cloud.test.ts.');
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

/** Loads SDKs in advance, because on a busy machine loading would exceed the time-outs of the first calls. */
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

async function onNode(product: Product, proxies: number): Promise<Front> {
  const server = nodeHost({ endpoints: routes, services: product.services, trustedProxyHops: proxies });
  product.attach(server);
  const origin = await listen(server);
  return {
    origin,
    close: () => closeServer(server),
  };
}

/** The Functions worker behind its front end, which is an additional proxy. */
async function onAzure(
  { services, attach, close }: Product,
  { hosts, cloud, allowlist }: Config,
  proxies: number,
): Promise<Front> {
  const started = () =>
    Promise.resolve({
      endpointsOf: () => Promise.resolve(routes),
      services,
      trustedProxyHops: proxies + 1,
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
