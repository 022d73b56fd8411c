import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '../../functions/routes.ts';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { compose } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import { nodeHost } from '../../src/hosts/node.ts';
import type { SessionRecord } from '../../src/domain/session.ts';
import type { Assistant, Clock, SecretVault, Telemetry } from '../../src/ports.ts';
import type { Services } from '../../src/services/services.ts';

/** The hosts that every HTTP suite runs on. */
export const HOSTS = ['node'] as const;
export type Host = (typeof HOSTS)[number];

export interface RunningService {
  origin: string;
  services: Services;
  dataDir: string;
  /** A session as the store has it. */
  session(sessionId: string): Promise<SessionRecord>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

export interface ServiceOptions {
  host?: Host;
  /** Settings by name, over those of an empty local deployment. */
  settings?: Record<string, string>;
  /** Several services may share one folder. */
  dataDir?: string;
  clock?: Clock;
  assistant?: Assistant;
  telemetry?: Telemetry;
  vault?: SecretVault;
}

/** The built widget and pages, as `npm test` leaves them. */
const ASSETS_DIR = join(import.meta.dirname, '../../dist');

/** Starts the whole product on a free port with a fresh data folder. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'chat-')));
  const config = readConfig({ DATA_DIR: dataDir, ...options.settings });
  const product = await compose(config, {
    version: '0.0.0-test',
    assetsDir: ASSETS_DIR,
    replace: options,
  });
  const server = nodeHost({
    endpoints: routes,
    services: product.services,
    trustedProxyHops: config.trustedProxyHops,
  });
  product.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    services: product.services,
    dataDir,
    async session(sessionId) {
      const store = sqliteStore({ dataDir });
      const conversation = await store.conversations.load(sessionId);
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
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await product.close();
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
