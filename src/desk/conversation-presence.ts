import type { AgentActivity, VisitorPresence } from '../availability/rules/agent-status.ts';
import { sessionAgent } from '../conversations/rules/agent-groups.ts';
import { AppError } from '../core/errors.ts';
import { ALL_AGENTS } from '../platform/rules/realtime-groups.ts';
import type { SessionAgent } from '../conversations/records/session.ts';
import type { Ports } from '../ports.ts';

/**
 * Publishes which agents view a conversation or write in it, to other agents; never stored. The server sends
 * the events, because a client could send another agent's name to a group. The conversation is not read,
 * because every agent may read every conversation and the event has no content.
 */
export function conversationPresence({ realtime }: Pick<Ports, 'realtime'>) {
  return {
    publish: (sessionId: string, agent: SessionAgent, activity: AgentActivity): Promise<void> =>
      realtime.toGroup(ALL_AGENTS, { type: 'presence', sessionId, agent: sessionAgent(agent), activity }),
    /** Whether the visitor has the conversation on an open page; unknown without the real-time service. */
    async ofVisitor(sessionId: string): Promise<VisitorPresence> {
      try {
        return (await realtime.isVisitorConnected(sessionId)) ? 'here' : 'left';
      } catch (error) {
        if (error instanceof AppError && error.code === 'realtime-unavailable') return 'unknown';
        throw error;
      }
    },
  };
}
