import type { AgentActivity } from '../../domain/agent-activity.ts';
import { sessionAgent } from '../../domain/agent-name.ts';
import { ALL_AGENTS } from '../../domain/realtime-groups.ts';
import type { SessionAgent } from '../../domain/records/session.ts';
import type { Ports } from '../../ports.ts';

/**
 * Publishes which agents view a conversation or write in it, to other agents; never stored. The server sends
 * the events, because a client could send another agent's name to a group. The conversation is not read,
 * because every agent may read every conversation and the event has no content.
 */
export function conversationPresence({ realtime }: Pick<Ports, 'realtime'>) {
  return {
    publish: (sessionId: string, agent: SessionAgent, activity: AgentActivity): Promise<void> =>
      realtime.toGroup(ALL_AGENTS, { type: 'presence', sessionId, agent: sessionAgent(agent), activity }),
  };
}
