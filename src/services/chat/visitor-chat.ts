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
import { leftMessages, type LeftMessages } from './left-messages.ts';
import { visitorRatings, type VisitorRatings } from './visitor-ratings.ts';
import { requireSameVisitor, type StartVisitorSession } from './visitor-session.ts';

/** The operations of a visitor on their session; `requireSameVisitor` authorizes each. */
export interface VisitorChat extends LeftMessages, VisitorRatings {
  /** Requests an agent; a repeat changes nothing. */
  requestHuman(sessionId: string, claims: VisitorClaims | undefined, reason?: string): Promise<SessionRecord>;
  /** Sets or clears the visitor's rating of an assistant's message. */
  rate(rated: RatedMessage, claims: VisitorClaims | undefined): Promise<void>;
  read(sessionId: string, claims: VisitorClaims | undefined): Promise<Reading>;
  /** The id of the session to listen to: from the request, else from the token, else a new one. */
  listenTo(sessionId: string | undefined, claims: VisitorClaims | undefined): Promise<string>;
}

export interface RatedMessage {
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

/** The visitor's side of a conversation (docs/api.md, Visitor surface). */
export function visitorChat({
  store,
  conversations,
  rateGate,
  agentRatings,
  startSession,
  clock,
  random,
}: Dependencies): VisitorChat {
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

    async requestHuman(sessionId, claims, reason) {
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

    async rate({ sessionId, messageId, rating }, claims) {
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

    async read(sessionId, claims) {
      await rateGate.sessionReads(sessionId);
      const reading = await readConversation(store, sessionId, clock.now());
      requireSameVisitor(reading.session, claims);
      return reading;
    },

    async listenTo(sessionId, claims) {
      const known = claims?.sessionId ?? sessionId;
      if (known === undefined) return random.uuid();
      const session = await sessionOf(known, claims !== undefined || mayBeWidgetSession(known));
      if (session) requireSameVisitor(session, claims);
      return known;
    },
  };
}
