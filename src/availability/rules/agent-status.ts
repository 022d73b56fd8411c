/** An agent's activity in a conversation, shown to other agents. */
export type AgentActivity = 'viewing' | 'writing' | 'left';

/** Whether a visitor has a conversation on an open page. */
export const VISITOR_PRESENCES = ['here', 'left', 'unknown'] as const;
export type VisitorPresence = (typeof VISITOR_PRESENCES)[number];

/** The statuses that an agent can choose. */
export const AGENT_STATUSES = ['available', 'away'] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

/** Whether an agent is available; `unknown` if the real-time service cannot list its connections. */
export type TeamStatus = AgentStatus | 'unknown';

/** How long an agent remains available after the last connection has ended, in milliseconds. */
export const OFFLINE_AFTER_MS = 120_000;

/**
 * The team's status. `seenMs`: when each agent was last connected; `away`: the oids of agents set to away.
 */
export function teamStatus(
  seenMs: ReadonlyMap<string, number>,
  away: ReadonlySet<string>,
  nowMs: number,
): AgentStatus {
  for (const [oid, atMs] of seenMs) if (nowMs - atMs < OFFLINE_AFTER_MS && !away.has(oid)) return 'available';
  return 'away';
}
