import { randomUUID } from 'node:crypto';
import { startCloud, type Cloud } from '../test/fakes/cloud.ts';
import { openLine } from '../test/fakes/line.ts';
import { rotate, type Admin } from '../test/support/clients/admin.ts';
import { type MovedClock, movedClock } from '../test/support/clocks/real-clock.ts';
import { startTokenIssuer, type TokenIssuer } from '../test/support/servers/agent-tokens.ts';
import { chance } from '../test/support/chance.ts';
import { runControlPlane, type RunningControlPlane } from '../test/support/service/control-plane.ts';
import { fail, type Component, type Fault } from './faults.ts';
import { startPeople } from './people.ts';
import { startService, type RunningService } from '../test/support/service/service.ts';
import type { Traffic } from './traffic.ts';

/** The whole product in the cloud, with writing clients and an admin. */
export interface FaultyCloud {
  cloud: Cloud;
  service: RunningService;
  plane: RunningControlPlane;
  issuer: TokenIssuer;
  clock: MovedClock;
  traffic: Traffic;
  admin: Admin;
  /** A token of an agent, signed with the tenant's present key. */
  token(claims?: Record<string, unknown>): Promise<string>;
  /** Makes one component fail, or be well again. */
  fail(component: Component, fault: Fault | undefined): Promise<void>;
  close(): Promise<void>;
}

/** How much faster than the machine's the service's clock goes. */
const SPEED = 2;
const SEED = 20_261_121;
const AUDIENCE = 'api://reports.example.com';
const SUBSCRIPTION = 'sub-1';

export async function startFaultyCloud({
  tokenSeconds,
}: {
  /** How long the managed identity's tokens are good; a day, where nothing is said. */
  tokenSeconds?: number;
} = {}): Promise<FaultyCloud> {
  const clock = movedClock(SPEED);
  const issuer = await startTokenIssuer(clock);
  const next = chance(SEED);
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
    settings: {
      ATTACHMENTS: 'true',
      ATTACHMENTS_PER_DAY: '1000000',
      // The header can name another client's address.
      TRUSTED_PROXY_HOPS: '1',
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
  const failing = { cloud, issuer, lines: { ...lines, keys, plane: planeLine } };

  return {
    cloud,
    service,
    plane,
    issuer,
    clock,
    traffic: await startPeople({ origin: () => service.origin, token }),
    admin: await rotate(service),
    token,
    fail: (component, fault) => fail(failing, component, fault),
    async close() {
      await service.close();
      await plane.close();
      await cloud.close();
      for (const line of [keys, planeLine]) await line.close();
      await issuer.close();
    },
  };
}
