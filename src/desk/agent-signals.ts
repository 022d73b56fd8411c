import { AppError } from '../core/errors.ts';
import type { Ports } from '../ports.ts';
import { requireConversation } from '../conversations/reading.ts';
import type { VisitorEvents } from '../conversations/visitor-events.ts';

/** An agent's activity for the visitor; never stored. */
type Signal = { type: 'typing' } | { type: 'seen'; seq: number };

type Dependencies = Pick<Ports, 'store'> & {
  visitorEvents: VisitorEvents;
};

/**
 * Sends agents' `typing` and `seen` through the server, because a client's group message contains the
 * sender's id, and visitors must not see an agent's oid.
 */
export function agentSignals({ store, visitorEvents }: Dependencies) {
  return {
    /** Sends a signal to the visitor of a conversation that this agent has claimed. */
    async signal(sessionId: string, oid: string, signal: Signal): Promise<void> {
      const { session } = await requireConversation(store, sessionId);
      if (session.status === 'closed') throw new AppError('session-closed');
      if (session.claimedBy !== oid) throw new AppError('not-session-owner');
      await visitorEvents.publish(session, [{ ...signal, sessionId, from: 'agent' }]);
    },
  };
}
