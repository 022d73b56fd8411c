import { randomUUID } from 'node:crypto';
import { startCloud, type Cloud } from '../test/fakes/cloud.ts';
import { openLine } from '../test/fakes/line.ts';
import { rotate, type Admin } from '../test/support/clients/admin.ts';
import { type MovedClock, movedClock } from '../test/support/clocks/real-clock.ts';
import { startTokenIssuer, type TokenIssuer } from '../test/support/servers/agent-tokens.ts';
import { seededRandom } from '../test/support/ports/random.ts';
import { runControlPlane, type RunningControlPlane } from '../test/support/service/control-plane.ts';
import { startService, type RunningService } from '../test/support/service/service.ts';
import { probeAuthorized } from './callers.ts';
import { codeOf } from './contract-errors.ts';
import { fail, type Faults } from './faults.ts';
import { startPeople } from './people.ts';
import { waitForRecovery, type InjectFault, type RoundTarget } from './rounds.ts';

/** The product with cloud adapters in this process, with writing clients and an admin. */
interface FaultyCloud extends RoundTarget {
  cloud: Cloud;
  service: RunningService;
  plane: RunningControlPlane;
  issuer: TokenIssuer;
  clock: MovedClock;
  admin: Admin;
  /** Makes components fail together until every client has sent its requests once. */
  failing(faults: Faults): InjectFault;
  close(): Promise<void>;
}

/** Longer than every cache, cool-down, circuit and lease, in milliseconds. */
const RECOVERY_TIME_MS = 120_000;
/** The speed of the service's clock, relative to the machine's. */
export const SPEED = 2;
const SEED = 20_261_121;
const AUDIENCE = 'api://reports.example.com';
const SUBSCRIPTION = 'sub-1';

export async function startFaultyCloud({
  tokenSeconds,
}: {
  /** How long the managed identity's tokens are valid, in seconds. Default: a day. */
  tokenSeconds?: number;
} = {}): Promise<FaultyCloud> {
  const clock = movedClock(SPEED);
  const issuer = await startTokenIssuer(clock);
  const next = seededRandom(SEED);
  const keys = await openLine(issuer.authority, next, SPEED);
  const iss = `${keys.origin}/${issuer.tenantId}/v2.0`;
  const machine = randomUUID();
  const cloud = await startCloud({
    clock,
    lines: { seed: SEED, speed: SPEED },
    tokenFor: (resource) =>
      resource === AUDIENCE
        ? issuer.token({
            iss: `https://sts.windows.net/${issuer.tenantId}/`,
            aud: AUDIENCE,
            scp: undefined,
            oid: machine,
          })
        : undefined,
  });
  if (tokenSeconds !== undefined) cloud.identity.lifetimeSeconds = tokenSeconds;
  const plane = await runControlPlane({
    clock,
    settings: {
      IDP_AUTHORITY: issuer.authority,
      REPORT_TENANT_ID: issuer.tenantId,
      REPORT_AUDIENCE: AUDIENCE,
    },
  });
  const planeLine = await openLine(plane.origin, next, SPEED);
  const service = await startService({
    cloud,
    clock,
    // Callers may name another client's address.
    proxies: 1,
    settings: {
      ATTACHMENTS: 'true',
      ATTACHMENTS_PER_DAY: '1000000',
      RATE_LIMIT_IP_PER_MINUTE: '1000000',
      RATE_LIMIT_SESSION_PER_MINUTE: '1000000',
      RATE_LIMIT_IP_READS_PER_MINUTE: '1000000',
      IDP_AUTHORITY: keys.origin,
      IDP_APP_CLIENT_ID: issuer.clientId,
      IDP_APP_TENANT_ID: issuer.tenantId,
      CONTROL_PLANE_URL: planeLine.origin,
      CONTROL_PLANE_AUDIENCE: AUDIENCE,
      MARKETPLACE_SUBSCRIPTION_ID: SUBSCRIPTION,
    },
  });
  const token = (claims: Record<string, unknown> = {}) => issuer.token({ iss, ...claims });
  const { lines } = cloud;
  if (!lines) throw new Error('The cloud has no lines.');
  const parts = { cloud, issuer, lines: { ...lines, keys, plane: planeLine } };
  const people = await startPeople({ origin: () => service.origin, token });
  const admin = await rotate(service);
  const probeReaders = () => probeAuthorized({ service, admin, token });

  return {
    cloud,
    service,
    instances: [service],
    plane,
    issuer,
    clock,
    people,
    admin,
    token,
    probeReaders,
    passTime: () => clock.advance(RECOVERY_TIME_MS),
    async afterwards() {
      let refused: string[] = [];
      const late = await waitForRecovery('authorized callers are refused', async () => {
        refused = (await probeReaders()).map(codeOf);
        return refused.length === 0;
      });
      return [...late, ...refused];
    },
    failing: (faults) => async (requests) => {
      for (const [component, fault] of faults) await fail(parts, component, fault);
      await requests.once();
      for (const [component] of faults) await fail(parts, component, undefined);
    },
    async close() {
      await service.close();
      await plane.close();
      await cloud.close();
      for (const line of [keys, planeLine]) await line.close();
      await issuer.close();
    },
  };
}
