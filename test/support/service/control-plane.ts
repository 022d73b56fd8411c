import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { controlPlaneRoutes } from '../../../functions/publisher/routes.ts';
import { composeControlPlane } from '../../../src/compose-control-plane.ts';
import { openStore } from '../../../src/compose/shared-parts.ts';
import { readControlPlaneConfig } from '../../../src/config/control-plane.ts';
import { addressesOf } from '../../../src/hosts/addresses.ts';
import { register } from '../../../src/hosts/azure/host.ts';
import { nodeHost } from '../../../src/hosts/node.ts';
import type { Clock, LedgerEntry } from '../../../src/ports.ts';
import { startAzureHost } from '../functions-host/azure-host.ts';
import { recordingTelemetry } from '../ports/recording-telemetry.ts';
import { closeServer, listen } from '../servers/listen.ts';
import { realClock } from '../clocks/real-clock.ts';
import type { Host } from './service.ts';

export interface RunningControlPlane {
  origin: string;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  report(kind: 'seat' | 'deploy', body: unknown, token?: string): Promise<Response>;
  /** The stored documents of a kind. */
  stored(kind: string): Promise<LedgerEntry[]>;
  close(): Promise<void>;
}

interface Options {
  host?: Host;
  settings?: Record<string, string>;
  clock: Clock;
  /** A folder that the caller removes. Default: a temporary folder. */
  dataDir?: string;
}

/** Starts the publisher's control plane on a free port. */
export async function runControlPlane({
  host = 'node',
  settings = {},
  clock,
  dataDir: givenDataDir,
}: Options): Promise<RunningControlPlane> {
  const dataDir = givenDataDir ?? (await mkdtemp(join(tmpdir(), 'control-plane-')));
  const config = readControlPlaneConfig(settings, dataDir);
  const { services, close } = await composeControlPlane(config, {
    version: '0.0.0-test',
    assetsDir: join(import.meta.dirname, '../../../dist'),
    clock,
  });
  const front = host === 'azure' ? await onAzure() : await onNode();

  async function onAzure() {
    const started = () =>
      Promise.resolve({
        endpointsOf: () => Promise.resolve(controlPlaneRoutes),
        services,
        trustedProxyHops: 1,
        hosts: [],
        close,
      });
    return await startAzureHost({ register: () => void register(addressesOf(controlPlaneRoutes), started) });
  }

  async function onNode() {
    const server = nodeHost({ endpoints: controlPlaneRoutes, services, trustedProxyHops: 0 });
    return {
      origin: await listen(server),
      close: () => closeServer(server),
    };
  }

  return {
    origin: front.origin,
    get: (path, headers = {}) => fetch(`${front.origin}${path}`, { headers }),
    report: (kind, body, token) =>
      fetch(`${front.origin}/api/reports/${kind}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      }),
    async stored(kind) {
      const store = await openStore(config, { clock: realClock, telemetry: recordingTelemetry() });
      const entries = await store.ledger.list(kind, 'strong');
      await store.close();
      return entries;
    },
    async close() {
      await front.close();
      await close();
      if (givenDataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
