import type { AgentActivity } from '../../domain/agent-activity.ts';
import { sessionAgent } from '../../domain/agent-name.ts';
import { ALL_AGENTS } from '../../domain/realtime-groups.ts';
import type { SessionAgent } from '../../domain/records/session.ts';
import type { Ports } from '../../ports.ts';

/** Who looks at a conversation or writes in it, for the other agents; never stored. */
export interface ConversationPresence {
  publish(sessionId: string, agent: SessionAgent, activity: AgentActivity): Promise<void>;
}

/**
 * The server sends it, because a name that a client sends to a group could be another agent's. The
 * conversation is not read: every agent may read every conversation, and the event holds no content.
 */
export function conversationPresence({ realtime }: Pick<Ports, 'realtime'>): ConversationPresence {
  return {
    publish: (sessionId, agent, activity) =>
      realtime.toGroup(ALL_AGENTS, { type: 'presence', sessionId, agent: sessionAgent(agent), activity }),
  };
}
