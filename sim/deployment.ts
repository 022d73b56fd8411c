import { randomUUID } from 'node:crypto';
import { startCloud, type Cloud } from '../test/fakes/cloud.ts';
import { openLine } from '../test/fakes/line.ts';
import { startTokenIssuer, type TokenIssuer } from '../test/support/servers/agent-tokens.ts';
import { seededRandom } from '../test/support/ports/random.ts';
import { fail, type Component, type Fault } from './faults.ts';
import { startWorker, type Worker } from './worker.ts';

const AUDIENCE = 'api://reports.example.com';

/**
 * Two instances of the packaged runtime and a control plane, on simulated cloud components that can all fail.
 */
export interface Deployment {
  cloud: Cloud;
  instances: readonly Worker[];
  plane: { origin: string };
  issuer: TokenIssuer;
  /** An agent's token. */
  token(claims?: Record<string, unknown>): Promise<string>;
  fail(component: Component, fault: Fault | undefined): Promise<void>;
  /** Kills an instance without a shutdown, and starts another one in its place. */
  kill(at: number): Promise<void>;
  close(): Promise<void>;
}

/** How far both instances' clocks differ, in milliseconds. */
const SKEW_MS = 30_000;

/**
 * Starts everything. `lag` delays each replica of the database by its maximum; `skew` sets the second
 * instance's clock ahead.
 */
export async function startDeployment({
  seed,
  lag,
  skew,
}: {
  seed: number;
  lag: boolean;
  skew: boolean;
}): Promise<Deployment> {
  const issuer = await startTokenIssuer();
  const keys = await openLine(issuer.authority, seededRandom(seed));
  const iss = `${keys.origin}/${issuer.tenantId}/v2.0`;
  const machine = { aud: AUDIENCE, scp: undefined, oid: randomUUID() };
  const cloud = await startCloud({
    lines: { seed },
    tokenFor: (resource) => (resource === AUDIENCE ? issuer.token(machine) : undefined),
  });
  // Short-lived tokens are requested often, so that a failing identity endpoint has an effect.
  cloud.identity.lifetimeSeconds = 2 + (skew ? SKEW_MS / 1000 : 0);
  if (lag) cloud.cosmos.replicas.lagMs = () => 150;
  const publisher = await startCloud();
  const plane = await startWorker({
    entry: 'control-plane',
    variables: {
      ...publisher.settings,
      ...publisher.worker,
      IDP_AUTHORITY: issuer.authority,
      REPORT_TENANT_ID: issuer.tenantId,
      REPORT_AUDIENCE: AUDIENCE,
    },
  });
  const planeLine = await openLine(plane.origin, seededRandom(seed + 1));
  const { lines } = cloud;
  if (!lines) throw new Error('The cloud has no lines.');
  const failing = { cloud, issuer, lines: { ...lines, keys, plane: planeLine } };

  const start = (at: number) =>
    startWorker({
      entry: 'runtime',
      ...(skew && at > 0 && { clockAheadMs: SKEW_MS }),
      variables: {
        ...cloud.settings,
        ...cloud.worker,
        ...issuer.settings,
        IDP_AUTHORITY: keys.origin,
        CONTROL_PLANE_URL: planeLine.origin,
        CONTROL_PLANE_AUDIENCE: AUDIENCE,
        MARKETPLACE_SUBSCRIPTION_ID: 'simulated',
        PLAN_ID: 'professional',
        ATTACHMENTS: 'true',
        ATTACHMENTS_PER_DAY: '1000000',
        RATE_LIMIT_IP_PER_MINUTE: '1000000',
        RATE_LIMIT_SESSION_PER_MINUTE: '1000000',
        RATE_LIMIT_IP_READS_PER_MINUTE: '1000000',
      },
    });
  const instances = await Promise.all([start(0), start(1)]);

  return {
    cloud,
    instances,
    plane,
    issuer,
    token: (claims = {}) => issuer.token({ iss, ...claims }),
    fail: (component, fault) => fail(failing, component, fault),
    async kill(at) {
      await instances[at]?.end('SIGKILL');
      instances[at] = await start(at);
    },
    async close() {
      await Promise.all([...instances, plane].map((worker) => worker.end('SIGTERM')));
      await Promise.all([keys.close(), planeLine.close(), cloud.close(), publisher.close()]);
      await issuer.close();
    },
  };
}
