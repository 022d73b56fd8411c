import * as z from 'zod/mini';
import { ALL_AGENTS, isAgentGroup, isSessionGroup } from '../../domain/realtime-groups.ts';
import type { Clock } from '../../ports.ts';
import type { Payload, SendToGroup } from './local-hub-protocol.ts';
import type { Grant } from './local-hub-tokens.ts';
import type { BufferBounds } from './local-hub-unacknowledged.ts';

/** The limits of a hub for its clients, beyond the roles of their tokens. */
export interface HubPolicy {
  maxFrameBytes: number;
  /** Connections, open or recoverable, with a token for the same visitor or agent. */
  maxConnections(grant: Grant): number;
  /** Frames from one connection in 10 s; a connection that sends more is closed. */
  maxFramesPerWindow(grant: Grant): number;
  /** Messages that clients send to one group in a second; more are refused. */
  maxMessagesPerSecond: number;
  /** How long a broken connection of the reliable protocol can be recovered, in milliseconds. */
  recoveryMs: number;
  unacknowledged: BufferBounds;
  /** Whether a connection ends when its token expires, and earlier tokens for a closed group are refused. */
  tokensEndConnections: boolean;
  /** Whether a client may join and leave a group by its own request. */
  mayEnter(group: string): boolean;
  /** The part of a client's message that its group receives; undefined where the message is refused. */
  passOn(grant: Grant, frame: SendToGroup): Payload | undefined;
}

const about = { sessionId: z.guid(), from: z.enum(['visitor', 'agent']) };
const Signal = z.union([
  z.object({ type: z.literal('typing'), ...about }),
  z.object({ type: z.literal('seen'), ...about, seq: z.optional(z.int().check(z.positive())) }),
]);

const isAgent = ({ groups }: Grant) => groups.some(isAgentGroup);

/**
 * The policy of the local hub: clients send `typing` and `seen` about a session, to that session's group or
 * to all agents, and nothing else. Only the server sends to the other groups, and only tokens grant them. The
 * limits are far above normal use: a widget sends `typing` every few seconds, and a desk joins up to 200
 * groups.
 */
export const LOCAL_HUB_POLICY: HubPolicy = {
  maxFrameBytes: 4096,
  maxConnections: (grant) => (isAgent(grant) ? 20 : 8),
  maxFramesPerWindow: (grant) => (isAgent(grant) ? 500 : 100),
  maxMessagesPerSecond: 10,
  recoveryMs: 60_000,
  unacknowledged: { messages: 1000, bytes: 1024 * 1024 },
  tokensEndConnections: true,
  mayEnter: (group) => group === ALL_AGENTS || isSessionGroup(group),
  passOn(grant, { group, dataType, data }) {
    const signal = dataType === 'json' ? Signal.safeParse(data).data : undefined;
    if (signal?.from !== (isAgent(grant) ? 'agent' : 'visitor')) return undefined;
    return group === ALL_AGENTS || group === signal.sessionId
      ? { dataType: 'json', data: signal }
      : undefined;
  },
};

/** Counts per key in fixed windows. */
export interface RateWindow {
  /** Counts one for a key; false once the window's count exceeds the limit. */
  take(key: string, limit: number): boolean;
}

/** Fixed windows of one length for all keys; the counts are dropped when the window ends. */
export function rateWindow(clock: Clock, lengthMs: number): RateWindow {
  const counts = new Map<string, number>();
  let endsAtMs = 0;
  return {
    take(key, limit) {
      const nowMs = clock.now();
      if (nowMs >= endsAtMs) {
        endsAtMs = nowMs + lengthMs;
        counts.clear();
      }
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count <= limit;
    },
  };
}
