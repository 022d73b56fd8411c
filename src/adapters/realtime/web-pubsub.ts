import type { TokenCredential } from '@azure/identity';
import type { WebPubSubServiceClient } from '@azure/web-pubsub';
import { decodeJwt } from 'jose';
import * as z from 'zod/mini';
import { lazy } from '../../lib/caching.ts';
import { withTimeout } from '../../lib/concurrency.ts';
import { AppError } from '../../core/errors.ts';
import { agentGroup, ALL_AGENTS } from '../../platform/rules/realtime-groups.ts';
import type { Clock, Realtime, RealtimeAccess, Telemetry } from '../../ports.ts';
import { agentGrant, TOKEN_MINUTES, visitorGrant } from './grants.ts';
import type { Grant } from './local-hub-tokens.ts';
import { tokenTerms } from './token-terms.ts';

/**
 * The service's endpoint and the managed identity. A connection string is only used by emulators and tests.
 */
type WebPubSubAccount =
  { endpoint: string; credential: () => Promise<TokenCredential> } | { connectionString: string };

interface WebPubSubOptions {
  account: WebPubSubAccount;
  hub: string;
  clock: Clock;
  telemetry: Telemetry;
  /** Time-out of one call with its retry, in milliseconds. Default: 4 000. Late events are useless. */
  timeoutMs?: number;
}

const Expiring = z.object({ exp: z.int() });

/**
 * The real-time service of the cloud, Azure Web PubSub. The SDK is loaded on first use. With a managed
 * identity the service issues client tokens, so that every negotiation is one call, recorded as a dependency.
 * Throws `realtime-unavailable`.
 */
export function webPubSub({ account, hub, clock, telemetry, timeoutMs = 4_000 }: WebPubSubOptions): Realtime {
  const client = lazy(async () => {
    const { WebPubSubServiceClient } = await import('@azure/web-pubsub');
    const options = { retryOptions: { maxRetries: 1, retryDelayInMs: 200, maxRetryDelayInMs: 500 } };
    return 'connectionString' in account
      ? new WebPubSubServiceClient(account.connectionString, hub, options)
      : new WebPubSubServiceClient(account.endpoint, await account.credential(), hub, options);
  });

  async function ask<T>(
    call: string,
    work: (service: WebPubSubServiceClient, options: { abortSignal: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    const startedAtMs = clock.now();
    let ok = false;
    try {
      const result = await withTimeout(clock, timeoutMs, async (abortSignal) =>
        work(await client(), { abortSignal }),
      );
      ok = true;
      return result;
    } catch (error) {
      throw new AppError('realtime-unavailable', {}, { cause: error });
    } finally {
      const durationMs = clock.now() - startedAtMs;
      telemetry.record({ type: 'dependency', name: `web-pubsub.${call}`, durationMs, ok });
    }
  }

  async function access({ userId, roles, groups }: Grant): Promise<RealtimeAccess> {
    const asked = {
      userId,
      roles: [...roles],
      groups: [...groups, terms.group()],
      expirationTimeInMinutes: TOKEN_MINUTES,
    };
    const [{ token, url }] = await Promise.all([
      ask('generate-token', (service, options) => service.getClientAccessToken({ ...asked, ...options })),
      terms.closeEnded(),
    ]);
    const { exp } = Expiring.parse(decodeJwt(token));
    return { userId, url, expiresAt: new Date(exp * 1000).toISOString() };
  }

  const closeAll = (group: string) =>
    ask('disconnect', (service, options) => service.group(group).closeAllConnections(options));

  /** Closes connections with expired tokens when others connect, because the service does not. */
  const terms = tokenTerms({
    clock,
    closeAll,
    onFailure: () => telemetry.record({ type: 'warning', code: 'realtime-send-failed' }),
  });

  /** An OData filter for an agent's connections, by the group that only this agent's token grants. */
  function connectionsOf(oid: string): string {
    return `'${agentGroup(oid).replaceAll("'", "''")}' in groups`;
  }

  return {
    visitorAccess: async (sessionId, _serviceOrigin, claims) => access(visitorGrant(sessionId, claims)),
    agentAccess: (oid) => access(agentGrant(oid)),
    toGroup: (group, event) =>
      ask('send-to-group', (service, options) => service.group(group).sendToAll({ ...event }, options)),
    join: (oid, sessionId) =>
      ask('join', (service, options) =>
        service.addConnectionsToGroups([sessionId], connectionsOf(oid), options),
      ),
    leave: (oid, sessionId) =>
      ask('leave', (service, options) =>
        service.removeConnectionsFromGroups([sessionId], connectionsOf(oid), options),
      ),
    connectedAgents: () =>
      ask('list-agents', async (service, options) => {
        const oids = new Set<string>();
        // Only agents' tokens grant this group, so each member's user id is an agent's oid.
        for await (const { userId } of await service.group(ALL_AGENTS).listConnections(options)) {
          if (userId !== undefined) oids.add(userId);
        }
        return [...oids];
      }),
    isVisitorConnected: (sessionId) =>
      ask('find-visitor', (service, options) => service.userExists(sessionId, options)),
    disconnect: closeAll,
    close: () => Promise.resolve(),
  };
}
