import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { ttlMap } from '../../lib/caching.ts';
import type { Clock, Random } from '../../ports.ts';
import { TOKEN_MINUTES } from './grants.ts';
import { openConnection, type Connection } from './local-hub-connection.ts';
import { directory } from './local-hub-directory.ts';
import { handshake, chooseSubprotocol, refuse, type HandshakeResult } from './local-hub-handshake.ts';
import { rateWindow, type HubPolicy } from './local-hub-policy.ts';
import { frames, RELIABLE_SUBPROTOCOL, type Payload } from './local-hub-protocol.ts';
import { requestHandler } from './local-hub-requests.ts';
import type { Grant, HubTokens, VerifiedGrant } from './local-hub-tokens.ts';

/** Counters of the work that clients caused, since the start. */
export interface HubCounters {
  framesRead: number;
  framesSent: number;
}

interface ClientEndpointOptions {
  /** Without the query string. */
  path: string;
  tokens: HubTokens;
  policy: HubPolicy;
  clock: Clock;
  random: Random;
  /** Whether a client with this grant may connect now. Called for each connect and recovery. */
  isOpen?: (grant: Grant) => Promise<boolean>;
}

type Decision =
  | Exclude<HandshakeResult, { kind: 'recover' | 'refuse' }>
  | { kind: 'recover'; connection: Connection | undefined }
  | { kind: 'refuse'; status: number };

const UNAVAILABLE: Decision = { kind: 'refuse', status: 503 };

/** Serves the client protocol of Web PubSub at one path, with all connections to it. */
export function clientEndpoint({
  path,
  tokens,
  policy,
  clock,
  random,
  isOpen = () => Promise.resolve(true),
}: ClientEndpointOptions) {
  const members = directory<Connection>();
  const connections = new Map<string, Connection>();
  const work: HubCounters = { framesRead: 0, framesSent: 0 };
  const sent = rateWindow(clock, 1000);
  /** Disconnected groups, with the time, for as long as earlier tokens are valid. */
  const revoked = ttlMap<number>({ clock, ttlMs: TOKEN_MINUTES * 60_000 });
  let stopped = false;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: policy.maxFrameBytes,
    clientTracking: false,
    perMessageDeflate: false,
    handleProtocols: (offered) => chooseSubprotocol(offered) ?? false,
  });

  function connect(socket: WebSocket, grant: VerifiedGrant, isReliable: boolean): void {
    let stopTimer = (): void => undefined;
    const connection = openConnection(socket, {
      id: random.uuid(),
      grant,
      reconnectionToken: isReliable ? Buffer.from(random.bytes(32)).toString('base64url') : undefined,
      requests: requestHandler<Connection>({ grant, members, policy, messageRate: sent }),
      policy,
      clock,
      count: (what) => work[what]++,
      onEnd(over) {
        stopTimer();
        members.remove(over);
        connections.delete(over.id);
      },
    });
    connections.set(connection.id, connection);
    members.add(connection);
    for (const group of grant.groups) members.join(connection, group);
    if (policy.tokensEndConnections) {
      stopTimer = clock.after(grant.expiresAtMs - clock.now(), () => {
        connection.close(1008, 'The token has expired.');
      });
    }
  }

  function isRevoked({ groups, issuedAtMs }: VerifiedGrant): boolean {
    return groups.some((group) => (revoked.get(group) ?? -1) >= issuedAtMs);
  }

  /** The connections of the same visitor or agent, found by the group that only their tokens grant. */
  function siblings({ groups: [own] }: Grant): Connection[] {
    return own === undefined ? [] : [...members.inGroup(own)];
  }

  /** Whether another connection is allowed. A detached connection is dropped for a new one. */
  function hasRoom(grant: Grant): boolean {
    const others = siblings(grant);
    if (others.length < policy.maxConnections(grant)) return true;
    const gone = others.find((other) => other.isDetached());
    gone?.drop();
    return gone !== undefined;
  }

  async function decide(request: IncomingMessage): Promise<Decision> {
    const admission = await handshake(request, path, tokens);
    if (admission.kind === 'recover') return { kind: 'recover', connection: await recoverable(admission) };
    if (admission.kind === 'connect' && !(await isOpen(admission.grant))) {
      return { kind: 'refuse', status: 403 };
    }
    // Checked after the wait, because the token may have been revoked in the meantime.
    if (admission.kind === 'connect' && isRevoked(admission.grant)) return { kind: 'refuse', status: 401 };
    return admission;
  }

  async function recoverable({
    connectionId,
    reconnectionToken,
  }: Extract<HandshakeResult, { kind: 'recover' }>): Promise<Connection | undefined> {
    const connection = connections.get(connectionId);
    if (!connection?.reconnectionToken || !isSame(connection.reconnectionToken, reconnectionToken)) {
      return undefined;
    }
    const open = await isOpen(connection.grant);
    return open && connections.has(connectionId) ? connection : undefined;
  }

  return {
    members,
    work,
    async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
      const breakOff = (): void => {
        socket.destroy();
      };
      socket.on('error', breakOff);
      // If the check fails, the client gets the status that makes it retry.
      const decision = await decide(request).catch(() => UNAVAILABLE);
      if (stopped) {
        breakOff();
        return;
      }
      if (decision.kind === 'refuse') {
        refuse(socket, decision.status);
        return;
      }
      if (decision.kind === 'connect' && !hasRoom(decision.grant)) {
        refuse(socket, 429);
        return;
      }
      socket.off('error', breakOff);
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        if (decision.kind === 'connect') {
          connect(webSocket, decision.grant, decision.isReliable);
        } else if (webSocket.protocol !== RELIABLE_SUBPROTOCOL || !decision.connection?.recover(webSocket)) {
          refuseRecovery(webSocket);
        }
      });
    },
    /** Sends a message from the server to every connection in a group. */
    sendToGroup(group: string, content: Payload) {
      const message = { frame: frames.toGroup(group, content), content };
      for (const member of members.inGroup(group)) member.deliver(message);
    },
    /**
     * Closes every connection in a group. If the policy says so, earlier tokens for it are refused from then
     * on.
     */
    disconnect(group: string) {
      if (policy.tokensEndConnections) revoked.set(group, tokens.stamp());
      for (const member of [...members.inGroup(group)]) member.close(1008, 'The connection was closed.');
    },
    stop() {
      stopped = true;
    },
  };
}

/**
 * Opens and closes the socket with the status code that makes clients start a new connection, as the service
 * does.
 */
function refuseRecovery(socket: WebSocket): void {
  socket.on('error', () => socket.terminate());
  socket.close(1008, 'The connection could not be recovered.');
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
