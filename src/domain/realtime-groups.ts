/**
 * The groups of the real-time channel. A session's own group is its id (docs/api.md, Real-time events); clients send `typing`
 * and `seen` there. All other groups carry what the server says, and the token alone decides who is in them. Their
 * prefixes keep the kinds apart: a session id is a UUID, so a visitor who names an agent's oid as their session is in
 * another group than that agent.
 */

/** A group that the server sends events to. */
export type EventGroup = `visitors:${string}` | `agent:${string}` | 'agents';

/** All agents; they may send `typing` and `seen` here as well. */
export const ALL_AGENTS = 'agents';

/** The browsers of one session's visitor. */
export function visitorsGroup(sessionId: string): `visitors:${string}` {
  return `visitors:${sessionId}`;
}

/** The windows of one agent. */
export function agentGroup(oid: string): `agent:${string}` {
  return `agent:${oid}`;
}
