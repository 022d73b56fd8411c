import type { Server } from 'node:http';
import { join } from 'node:path';
import { composeControlPlane } from '../src/compose-control-plane.ts';
import { readControlPlaneConfig } from '../src/config/control-plane.ts';
import { environment, type Config } from '../src/config/config.ts';
import { nodeHost } from '../src/hosts/node.ts';
import { controlPlaneRoutes } from './publisher/routes.ts';

/** The publisher's control plane on the local host, so that plans and reports work end to end. */
export interface LocalControlPlane {
  server: Server;
  close(): Promise<void>;
}

/** Composes the control plane with a separate store and the runtime's clock. It does not listen yet. */
export async function localControlPlane({ local }: Config): Promise<LocalControlPlane> {
  const { clockOffsetHours } = local;
  // The runtime's cloud settings do not apply to the control plane.
  const settings = { LOG_LEVEL: environment['LOG_LEVEL'] };
  const config = readControlPlaneConfig(settings, join(local.dataDir, 'control-plane'));
  const { services, close } = await composeControlPlane(config, {
    version: __VERSION__,
    assetsDir: import.meta.dirname,
    clockOffsetHours,
  });
  return { server: nodeHost({ endpoints: controlPlaneRoutes, services, trustedProxyHops: 0 }), close };
}
