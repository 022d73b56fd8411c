import * as z from 'zod/mini';
import { ALL_AGENTS, isAgentGroup, isSessionGroup } from '../../platform/rules/realtime-groups.ts';
import type { Clock } from '../../ports.ts';
import type { Payload, SendToGroup } from './local-hub-protocol.ts';
import type { Grant } from './local-hub-tokens.ts';
import type { BufferBounds } from './local-hub-unacknowledged.ts';

/** A hub's limits for clients, in addition to the roles in their tokens. */
export interface HubPolicy {
  maxFrameBytes: number;
  /** The most connections of one visitor or agent, open or recoverable. */
  maxConnections(grant: Grant): number;
  /** The most frames from one connection in 10 s. A connection that exceeds it is closed. */
  maxFramesPerWindow(grant: Grant): number;
  /** The most messages of clients to one group per second. Others are refused. */
  maxMessagesPerSecond: number;
  /** How long a broken connection of the reliable protocol can be recovered, in milliseconds. */
  recoveryMs: number;
  unacknowledged: BufferBounds;
  /**
   * Whether a connection ends when its token expires, and earlier tokens for a disconnected group are
   * refused.
   */
  tokensEndConnections: boolean;
  /** Whether a client may join and leave a group on request. */
  mayJoinOnRequest(group: string): boolean;
  /** The part of a client's message that the group receives; undefined if the message is refused. */
  payloadFor(grant: Grant, frame: SendToGroup): Payload | undefined;
}

const about = { sessionId: z.guid(), from: z.enum(['visitor', 'agent']) };
const Signal = z.union([
  z.object({ type: z.literal('typing'), ...about }),
  z.object({ type: z.literal('seen'), ...about, seq: z.optional(z.int().check(z.positive())) }),
]);

const isAgent = ({ groups }: Grant) => groups.some(isAgentGroup);

/**
 * The policy of the local hub: clients may only send `typing` and `seen` events about a session, to its group
 * or to all agents. Other groups receive messages only from the server, and can only be joined by a token.
 * The limits are far above normal use: a widget sends `typing` every few seconds, and a desk joins up to 200
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
  mayJoinOnRequest: (group) => group === ALL_AGENTS || isSessionGroup(group),
  payloadFor(grant, { group, dataType, data }) {
    const signal = dataType === 'json' ? Signal.safeParse(data).data : undefined;
    if (signal?.from !== (isAgent(grant) ? 'agent' : 'visitor')) return undefined;
    return group === ALL_AGENTS || group === signal.sessionId
      ? { dataType: 'json', data: signal }
      : undefined;
  },
};

/** Windows of `lengthMs` milliseconds, shared by all keys. The counts are dropped when a window ends. */
export function rateWindow(clock: Clock, lengthMs: number) {
  const counts = new Map<string, number>();
  let endsAtMs = 0;
  return {
    /** Counts one; false if the window's count exceeds the limit. */
    take(key: string, limit: number): boolean {
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

/** A rate limit with fixed windows, by key. */
export type RateWindow = ReturnType<typeof rateWindow>;
