import { AppError } from '../../domain/errors.ts';
import type { ConversationStore } from '../../ports.ts';
import { requireConversation } from '../chat/reading.ts';
import type { VisitorEvents } from '../chat/visitor-events.ts';

/** What the agent does right now; never stored. */
export type Signal = { type: 'typing' } | { type: 'seen'; seq: number };

export interface AgentSignals {
  /** Tells the visitor of a conversation that this agent has in hand. */
  signal(sessionId: string, oid: string, signal: Signal): Promise<void>;
}

interface Dependencies {
  store: ConversationStore;
  visitorEvents: VisitorEvents;
}

/**
 * The agent's side of `typing` and `seen`. It goes through the service, because what a client sends to a group carries the
 * sender's id, which for an agent is the oid, and visitors must never learn it.
 */
export function agentSignals({ store, visitorEvents }: Dependencies): AgentSignals {
  return {
    async signal(sessionId, oid, signal) {
      const { session } = await requireConversation(store, sessionId);
      if (session.status === 'closed') throw new AppError('session-closed');
      if (session.claimedBy !== oid) throw new AppError('not-session-owner');
      await visitorEvents.tell(session, [{ ...signal, sessionId, from: 'agent' }]);
    },
  };
}
