import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { agentGroup, ALL_AGENTS, widgetOfGroup } from '../../platform/rules/realtime-groups.ts';
import type { Clock, Random, Realtime } from '../../ports.ts';
import { agentGrant, TOKEN_MINUTES, visitorGrant } from './grants.ts';
import { clientEndpoint, type HubCounters } from './local-hub-endpoint.ts';
import { LOCAL_HUB_POLICY } from './local-hub-policy.ts';
import { hubTokens, type Grant } from './local-hub-tokens.ts';

const HEARTBEAT_MS = 30_000;
/** How long `close` waits for clients to close their side, in milliseconds. */
const CLOSE_TIMEOUT_MS = 1000;

interface LocalHubOptions {
  /** The hub's name in the URL. */
  hub: string;
  /** At least 32 bytes. A new key invalidates all tokens. */
  signingKey: Uint8Array;
  /** Whether a registered widget is enabled; called when one of its visitors connects. */
  isWidgetOpen: (widgetId: string) => Promise<boolean>;
  clock: Clock;
  random: Random;
}

/** The real-time service of the local host. */
export interface LocalHub extends Realtime {
  /** Handles the upgrade requests of a server. */
  attach(server: Server): void;
  /** Counters since the start. */
  readonly work: Readonly<HubCounters>;
}

/**
 * A hub with the client protocols of Web PubSub, plain and reliable, at `/client/hubs/{hub}`, so that clients
 * need no separate code. Messages to a group without connections are lost, as in the service. Unlike there, a
 * connection ends when its token expires. `LOCAL_HUB_POLICY` limits the messages of clients.
 */
export function localHub({ hub, signingKey, isWidgetOpen, clock, random }: LocalHubOptions): LocalHub {
  const path = `/client/hubs/${encodeURIComponent(hub)}`;
  const tokens = hubTokens(path, signingKey, clock);
  async function isOpen({ groups }: Grant): Promise<boolean> {
    const widgets = groups.map(widgetOfGroup).filter((id) => id !== undefined);
    return (await Promise.all(widgets.map(isWidgetOpen))).every(Boolean);
  }
  const clients = clientEndpoint({ path, tokens, policy: LOCAL_HUB_POLICY, clock, random, isOpen });
  const { members } = clients;
  const closing = new AbortController();
  const servers = new Set<Server>();

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    void clients.upgrade(request, socket, head);
  };

  async function heartbeat(): Promise<void> {
    for (;;) {
      await clock.sleep(HEARTBEAT_MS, closing.signal);
      if (closing.signal.aborted) return;
      for (const member of members.all()) member.checkAlive();
    }
  }

  async function access(grant: Grant, serviceOrigin: string) {
    const { token, expiresAt } = await tokens.sign(grant, TOKEN_MINUTES);
    const url = `${serviceOrigin.replace(/^http/, 'ws')}${path}?access_token=${token}`;
    return { userId: grant.userId, url, expiresAt };
  }

  return {
    work: clients.work,
    attach(server) {
      if (servers.size === 0) void heartbeat();
      servers.add(server);
      server.on('upgrade', onUpgrade);
    },
    visitorAccess: async (sessionId, serviceOrigin, claims) =>
      access(visitorGrant(sessionId, claims), serviceOrigin),
    agentAccess: (oid, serviceOrigin) => access(agentGrant(oid), serviceOrigin),
    toGroup(group, event) {
      clients.sendToGroup(group, { dataType: 'json', data: event });
      return Promise.resolve();
    },
    join(oid, sessionId) {
      for (const member of members.inGroup(agentGroup(oid))) members.join(member, sessionId);
      return Promise.resolve();
    },
    leave(oid, sessionId) {
      for (const member of members.inGroup(agentGroup(oid))) members.leave(member, sessionId);
      return Promise.resolve();
    },
    connectedAgents() {
      const live = [...members.inGroup(ALL_AGENTS)].filter((member) => !member.isDetached());
      const oids = live.map((member) => member.grant.userId);
      return Promise.resolve([...new Set(oids)]);
    },
    isVisitorConnected(sessionId) {
      const inConversation = [...members.inGroup(sessionId)];
      const isHere = inConversation.some((one) => one.grant.userId === sessionId && !one.isDetached());
      return Promise.resolve(isHere);
    },
    disconnect(group) {
      clients.disconnect(group);
      return Promise.resolve();
    },
    async close() {
      closing.abort();
      clients.stop();
      for (const server of servers) server.off('upgrade', onUpgrade);
      const leaving = [...members.all()];
      for (const member of leaving) member.close(1001, 'The service is going away.');
      const everyoneLeft = new AbortController();
      const goodbyes = Promise.all(leaving.map((member) => member.closed)).then(() => everyoneLeft.abort());
      await clock.sleep(CLOSE_TIMEOUT_MS, everyoneLeft.signal);
      for (const member of leaving) member.drop();
      await goodbyes;
    },
  };
}
