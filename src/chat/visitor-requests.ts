import { countRating } from '../conversations/rules/assistant-outcome.ts';
import { AppError, invalidField } from '../core/errors.ts';
import { rateAnswer } from '../conversations/rules/answer-review.ts';
import { requestHuman } from '../conversations/rules/handoff.ts';
import { mayBeWidgetSession } from '../conversations/rules/ids.ts';
import { nowIso } from '../lib/fields.ts';
import type { Rating } from '../conversations/records/message.ts';
import type { SessionRecord } from '../conversations/records/session.ts';
import type { VisitorClaims } from '../conversations/rules/visitors.ts';
import type { Ports } from '../ports.ts';
import type { AgentRatings } from '../conversations/agent-ratings.ts';
import type { Conversations } from '../conversations/conversations.ts';
import type { RateGate } from '../platform/rate-gate.ts';
import {
  readConversation,
  requireConversation,
  requireFound,
  type Reading,
} from '../conversations/reading.ts';
import { leftMessages } from './left-messages.ts';
import { visitorRatings } from '../conversations/visitor-ratings.ts';
import { sessionOfMessage, type Threads } from '../conversations/threads.ts';
import { requireSameVisitor, type StartVisitorSession } from '../conversations/visitor-session.ts';

interface RatedMessage {
  sessionId: string;
  messageId: string;
  rating: Rating | null;
  comment?: string | undefined;
}

type Dependencies = Pick<Ports, 'clock' | 'random' | 'store'> & {
  conversations: Conversations;
  rateGate: RateGate;
  agentRatings: Pick<AgentRatings, 'count'>;
  startSession: StartVisitorSession;
  emailIsOn: boolean;
  threads: Pick<Threads, 'continuationOf' | 'continuationFor'>;
};

/** A visitor's operations on a session (docs/api.md, Visitor surface), authorized by `requireSameVisitor`. */
export function visitorRequests({
  store,
  conversations,
  rateGate,
  agentRatings,
  startSession,
  threads,
  clock,
  random,
  emailIsOn,
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
    ...leftMessages({ store, conversations, rateGate, startSession, clock, random, emailIsOn }),
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
      if (!changed.isDuplicate) return changed.result;
      return requireFound(await store.load(sessionId)).session;
    },

    /** Sets or clears the visitor's rating of an assistant's message. */
    async rate(
      { sessionId, messageId, ...given }: RatedMessage,
      claims: VisitorClaims | undefined,
    ): Promise<void> {
      const { session: own } = await requireConversation(store, sessionId);
      requireSameVisitor(own, claims);
      const ratedSession = await sessionOfMessage(store, own, messageId);
      await conversations.change(ratedSession, async (conversation) => {
        const { session } = requireFound(conversation);
        if (ratedSession === sessionId) requireSameVisitor(session, claims);
        const message = await store.message(ratedSession, messageId);
        if (message?.role !== 'assistant') {
          throw invalidField('messageId', 'is not an answer of the assistant in this conversation');
        }
        const at = now();
        const replace = rateAnswer(message, given, at);
        if (!replace) return { result: undefined };
        const delta = (value: Rating) => Number(replace.rating === value) - Number(message.rating === value);
        const activity = { id: random.uuid(), at, ratingsUp: delta('up'), ratingsDown: delta('down') };
        return {
          commit: {
            session: { ...countRating(session, message.rating, given.rating), updatedAt: at },
            activity,
            replace,
          },
          forAgentsOnly: true,
          result: undefined,
        };
      });
    },

    async read(sessionId: string, claims: VisitorClaims | undefined): Promise<Reading> {
      await rateGate.sessionReads(sessionId);
      const reading = await readConversation(store, sessionId, clock.now());
      requireSameVisitor(reading.session, claims);
      const { session } = reading;
      if (session.status !== 'closed' || session.continuedBy !== undefined) return reading;
      const continuedBy = (await threads.continuationOf(reading))?.session.sessionId;
      return continuedBy === undefined ? reading : { ...reading, session: { ...session, continuedBy } };
    },
    continuationFor: threads.continuationFor,

    /** The id of the session to listen to: from the token, else from the request, else a new one. */
    async listenTo(sessionId: string | undefined, claims: VisitorClaims | undefined): Promise<string> {
      const known = claims?.sessionId ?? sessionId;
      if (known === undefined) return random.uuid();
      const session = await sessionOf(known, claims !== undefined || mayBeWidgetSession(known));
      if (session) requireSameVisitor(session, claims);
      return known;
    },
  };
}
