import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { agentGroup } from '../../domain/realtime-groups.ts';
import type { Clock, Random, Realtime, RealtimeEvent } from '../../ports.ts';
import { agentGrant, visitorGrant } from './grants.ts';
import { serveConnection, type Connection } from './local-hub-connection.ts';
import { directory } from './local-hub-directory.ts';
import { admit, refuse } from './local-hub-handshake.ts';
import { frames, SUBPROTOCOL, type Payload } from './local-hub-protocol.ts';
import { hubTokens, type Grant } from './local-hub-tokens.ts';

const TOKEN_MINUTES = 60;
const MAX_FRAME_BYTES = 64 * 1024;
const HEARTBEAT_MS = 30_000;
/** How long `close` waits for clients to say goodbye. */
const GOODBYE_MS = 1000;

export interface LocalHubOptions {
  /** The hub's name, as it stands in the path. */
  hub: string;
  /** 32 bytes or more; tokens end with it. */
  signingKey: Uint8Array;
  clock: Clock;
  random: Random;
}

/** A real-time service inside the local host. */
export interface LocalHub extends Realtime {
  /** Takes over the upgrade requests of a server. */
  attach(server: Server): void;
}

/**
 * A hub that speaks the client protocol of Web PubSub (`json.webpubsub.azure.v1`) at `/client/hubs/{hub}`, so that clients
 * have one code path. As in the service, a connection outlives its token, and what is sent while nobody is connected is lost.
 */
export function localHub({ hub, signingKey, clock, random }: LocalHubOptions): LocalHub {
  const path = `/client/hubs/${encodeURIComponent(hub)}`;
  const tokens = hubTokens(path, signingKey, clock);
  const members = directory<Connection>();
  const closing = new AbortController();
  const servers = new Set<Server>();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    clientTracking: false,
    perMessageDeflate: false,
    handleProtocols: (offered) => offered.has(SUBPROTOCOL) && SUBPROTOCOL,
  });

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const breakOff = (): void => {
      socket.destroy();
    };
    socket.on('error', breakOff);
    const admission = await admit(request, path, tokens);
    if (closing.signal.aborted) return breakOff();
    if (!admission.ok) return refuse(socket, admission.status);
    socket.off('error', breakOff);
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      serveConnection(webSocket, admission.grant, random.uuid(), members, clock);
    });
  }

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    void upgrade(request, socket, head);
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

  function tell(receivers: Iterable<Connection>, event: RealtimeEvent): Promise<void> {
    const content: Payload = { dataType: 'json', data: event };
    const frame = frames.fromServer(content);
    for (const receiver of receivers) receiver.deliver(frame, content);
    return Promise.resolve();
  }

  return {
    attach(server) {
      if (servers.size === 0) void heartbeat();
      servers.add(server);
      server.on('upgrade', onUpgrade);
    },
    visitorAccess: async (sessionId, serviceOrigin) => access(visitorGrant(sessionId), serviceOrigin),
    agentAccess: (oid, serviceOrigin) => access(agentGrant(oid), serviceOrigin),
    toGroup: (group, event) => tell(members.inGroup(group), event),
    join(oid, sessionId) {
      for (const member of members.inGroup(agentGroup(oid))) members.join(member, sessionId);
      return Promise.resolve();
    },
    leave(oid, sessionId) {
      for (const member of members.inGroup(agentGroup(oid))) members.leave(member, sessionId);
      return Promise.resolve();
    },
    async close() {
      closing.abort();
      for (const server of servers) server.off('upgrade', onUpgrade);
      const leaving = [...members.all()];
      for (const member of leaving) member.close(1001, 'The service is going away.');
      const everyoneLeft = new AbortController();
      const goodbyes = Promise.all(leaving.map((member) => member.closed)).then(() => everyoneLeft.abort());
      await clock.sleep(GOODBYE_MS, everyoneLeft.signal);
      for (const member of leaving) member.drop();
      await goodbyes;
    },
  };
}
