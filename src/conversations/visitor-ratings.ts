import { AppError } from '../core/errors.ts';
import { nowIso } from '../lib/fields.ts';
import { rateConversation } from './rules/visitor-rating.ts';
import type { VisitorClaims } from './rules/visitors.ts';
import type { Ports } from '../ports.ts';
import type { AgentRatings } from './agent-ratings.ts';
import { requireStored, type Conversations } from './conversations.ts';
import type { RateGate } from '../platform/rate-gate.ts';
import { requireFound } from './reading.ts';
import { requireSameVisitor } from './visitor-session.ts';

interface RatingInput {
  sessionId: string;
  helpful: boolean;
  comment?: string | undefined;
}

type Dependencies = Pick<Ports, 'clock' | 'random'> & {
  conversations: Conversations;
  rateGate: RateGate;
  agentRatings: Pick<AgentRatings, 'count'>;
};

export function visitorRatings(dependencies: Dependencies) {
  const { conversations, rateGate, agentRatings, clock, random } = dependencies;
  return {
    /** Stores the rating of a closed conversation; it replaces an earlier one. */
    async rateConversation(
      { sessionId, helpful, comment }: RatingInput,
      claims: VisitorClaims | undefined,
    ): Promise<void> {
      rateGate.session(sessionId);
      const changed = await conversations.change(sessionId, (conversation) => {
        const { session } = requireFound(conversation);
        requireSameVisitor(session, claims);
        const at = nowIso(clock);
        const rating = { helpful, ...(comment !== undefined && { comment }) };
        const outcome = rateConversation(session, rating, at);
        if (!outcome.ok) throw new AppError(outcome.refusal);
        if (!outcome.changed) return { result: undefined };
        const activity = { id: random.uuid(), at, ...outcome.delta };
        return { commit: { session: outcome.session, activity }, result: outcome };
      });
      const rated = requireStored(changed);
      if (!rated || !Object.values(rated.delta).some((count) => count !== 0)) return;
      const { claimedBy: oid, claimedByName: name = 'Agent' } = rated.session;
      if (oid !== undefined) agentRatings.count({ oid, name }, rated.delta);
    },
  };
}
