import { AppError, invalidField } from '../../domain/errors.ts';
import { requestHuman } from '../../domain/handoff.ts';
import { mayBeWidgetSession } from '../../domain/ids.ts';
import { nowIso } from '../../domain/iso-time.ts';
import type { Rating } from '../../domain/records/message.ts';
import type { SessionRecord } from '../../domain/records/session.ts';
import type { VisitorClaims } from '../../domain/widgets.ts';
import type { Ports } from '../../ports.ts';
import type { AgentRatings } from '../admin/agent-ratings.ts';
import type { Conversations } from './conversations.ts';
import type { RateGate } from '../platform/rate-gate.ts';
import { requireFound, readConversation, type Reading } from './reading.ts';
import { leftMessages } from './left-messages.ts';
import { visitorRatings } from './visitor-ratings.ts';
import { requireSameVisitor, type StartVisitorSession } from './visitor-session.ts';

interface RatedMessage {
  sessionId: string;
  messageId: string;
  rating: Rating | null;
}

type Dependencies = Pick<Ports, 'clock' | 'random' | 'store'> & {
  conversations: Conversations;
  rateGate: RateGate;
  agentRatings: Pick<AgentRatings, 'count'>;
  startSession: StartVisitorSession;
};

/** A visitor's operations on a session (docs/api.md, Visitor surface), authorized by `requireSameVisitor`. */
export function visitorChat({
  store,
  conversations,
  rateGate,
  agentRatings,
  startSession,
  clock,
  random,
}: Dependencies) {
  const now = () => nowIso(clock);
  /** The stored session. `decides`: whether the result authorizes access, which needs a strong read. */
  async function sessionOf(sessionId: string, decides: boolean): Promise<SessionRecord | undefined> {
    if (decides) return ((await store.load(sessionId)) ?? (await store.load(sessionId, 'strong')))?.session;
    try {
      return (await store.load(sessionId))?.session;
    } catch (error) {
      if (error instanceof AppError && error.code === 'store-unavailable') return undefined;
      throw error;
    }
  }

  return {
    ...leftMessages({ store, conversations, rateGate, startSession, clock, random }),
    ...visitorRatings({ conversations, rateGate, agentRatings, clock, random }),

    /** Requests an agent; a repeat changes nothing. */
    async requestHuman(
      sessionId: string,
      claims: VisitorClaims | undefined,
      reason?: string,
    ): Promise<SessionRecord> {
      const changed = await conversations.change(sessionId, (conversation) => {
        const { session } = requireFound(conversation);
        requireSameVisitor(session, claims);
        const at = now();
        const outcome = requestHuman(session, at, { reason: 'visitor', words: reason });
        if (!outcome.ok) throw new AppError(outcome.refusal);
        const [message] = outcome.messages;
        if (!message) return { result: session };
        const activity = { id: message.id, at, handoffs: 1 };
        return {
          commit: { session: outcome.session, append: outcome.messages, activity },
          result: outcome.session,
        };
      });
      if (changed.stored) return changed.result;
      return requireFound(await store.load(sessionId)).session;
    },

    /** Sets or clears the visitor's rating of an assistant's message. */
    async rate(
      { sessionId, messageId, rating }: RatedMessage,
      claims: VisitorClaims | undefined,
    ): Promise<void> {
      await conversations.change(sessionId, async (conversation) => {
        const { session } = requireFound(conversation);
        requireSameVisitor(session, claims);
        const message = await store.message(sessionId, messageId);
        if (message?.role !== 'assistant') {
          throw invalidField('messageId', 'is not an answer of the assistant in this conversation');
        }
        if ((message.rating ?? null) === rating) return { result: undefined };
        const at = now();
        const delta = (value: Rating) => Number(rating === value) - Number(message.rating === value);
        const activity = { id: random.uuid(), at, ratingsUp: delta('up'), ratingsDown: delta('down') };
        return {
          commit: { session: { ...session, updatedAt: at }, activity },
          rating: { messageId, rating },
          result: undefined,
        };
      });
    },

    async read(sessionId: string, claims: VisitorClaims | undefined): Promise<Reading> {
      await rateGate.sessionReads(sessionId);
      const reading = await readConversation(store, sessionId, clock.now());
      requireSameVisitor(reading.session, claims);
      return reading;
    },

    /** The id of the session to listen to: from the request, else from the token, else a new one. */
    async listenTo(sessionId: string | undefined, claims: VisitorClaims | undefined): Promise<string> {
      const known = claims?.sessionId ?? sessionId;
      if (known === undefined) return random.uuid();
      const session = await sessionOf(known, claims !== undefined || mayBeWidgetSession(known));
      if (session) requireSameVisitor(session, claims);
      return known;
    },
  };
}
