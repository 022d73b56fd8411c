import { AppError, invalidField } from '../../domain/errors.ts';
import { requestHuman } from '../../domain/handoff.ts';
import { append } from '../../domain/session-messages.ts';
import { transition } from '../../core/session-state-machine.ts';
import { mayBeWidgetSession } from '../../domain/ids.ts';
import type { Rating } from '../../domain/records/message.ts';
import type { SessionRecord } from '../../domain/records/session.ts';
import type { VisitorClaims, WidgetVisitor } from '../../domain/widgets.ts';
import type { Ports } from '../../ports.ts';
import type { AgentRatings } from '../admin/agent-ratings.ts';
import type { Attachments } from './attachments.ts';
import type { Conversations } from './conversations.ts';
import { filesOfMessage } from './message-files.ts';
import type { RateGate } from './rate-gate.ts';
import { requireFound, readConversation, type Reading } from './reading.ts';
import { leftMessages, type LeftMessages } from './left-messages.ts';
import { leaseTurn } from './turn-lease.ts';
import type { TurnOutcome } from './repeats.ts';
import type { Turns } from './turns.ts';
import { visitorRatings, type VisitorRatings } from './visitor-ratings.ts';
import { refuseOthers, type StartVisitorSession, type VisitorSurroundings } from './visitor-session.ts';

/** A visitor's message, parsed. Without a session id a new session is started. */
export interface VisitorInput extends VisitorSurroundings {
  /** Undefined for files without words. */
  message?: string | undefined;
  /** The tickets of its files. */
  attachments?: readonly string[] | undefined;
  sessionId?: string | undefined;
  clientMessageId?: string | undefined;
}

/** A message with the ids under which it is stored. */
interface PlacedMessage extends VisitorInput {
  sessionId: string;
  messageId: string;
}

/** What a visitor can do with a session that is theirs; see `refuseOthers`. */
export interface VisitorChat extends LeftMessages, VisitorRatings {
  /** Stores a visitor's message and passes it on; with `streaming`, an interrupted answer is stored. */
  send(
    input: VisitorInput,
    claims: WidgetVisitor | undefined,
    options: { streaming: boolean },
  ): Promise<TurnOutcome>;
  /** Requests an agent; a repeat changes nothing. */
  requestHuman(sessionId: string, claims: VisitorClaims | undefined, reason?: string): Promise<SessionRecord>;
  /** Sets or clears the visitor's rating of an assistant's message. */
  rate(rated: RatedMessage, claims: VisitorClaims | undefined): Promise<void>;
  read(sessionId: string, claims: VisitorClaims | undefined): Promise<Reading>;
  /** The session that a visitor may listen to: the one in the request, else their token's, else a new one. */
  listenTo(sessionId: string | undefined, claims: VisitorClaims | undefined): Promise<string>;
}

export interface RatedMessage {
  sessionId: string;
  messageId: string;
  rating: Rating | null;
}

type Dependencies = Pick<Ports, 'clock' | 'random' | 'store'> & {
  conversations: Conversations;
  turns: Turns;
  rateGate: RateGate;
  agentRatings: Pick<AgentRatings, 'count'>;
  attachments: Pick<Attachments, 'redeem'>;
  startSession: StartVisitorSession;
};

/** The visitor's side of a conversation (docs/api.md, Visitor endpoints). */
export function visitorChat({
  store,
  conversations,
  turns,
  rateGate,
  agentRatings,
  attachments,
  startSession,
  clock,
  random,
}: Dependencies): VisitorChat {
  const now = () => new Date(clock.now()).toISOString();
  /** Single-flight: concurrent calls with the same message id share one outcome. */
  const sending = new Map<string, Promise<TurnOutcome>>();

  async function place(
    { sessionId, messageId, ...input }: PlacedMessage,
    claims: WidgetVisitor | undefined,
    keepPartial: boolean,
  ): Promise<TurnOutcome> {
    const placed = await conversations.change(sessionId, async (conversation) => {
      if (conversation) refuseOthers(conversation.session, claims);
      const recent = conversation?.recent ?? [];
      if (recent.some(({ id }) => id === messageId)) return { result: undefined };
      const at = now();
      const session = conversation?.session ?? startSession(sessionId, at, input, claims);
      const outcome = transition(session, { type: 'visitor-message' }, at);
      if (!outcome.ok) {
        // A message that was stored before the session closed keeps its outcome.
        if (await store.message(sessionId, messageId)) return { result: undefined };
        throw new AppError(outcome.refusal);
      }
      // The tickets of a repeat may have expired, and the message may be older than the recent ones.
      if (input.attachments && (await store.message(sessionId, messageId))) return { result: undefined };
      const owner = { sessionId, from: 'visitor' } as const;
      const said = await filesOfMessage(attachments, owner, input.message, input.attachments);
      const queued = session.status === 'claimed';
      const draft = {
        id: messageId,
        role: 'visitor',
        ...said,
        ...(queued && { queued }),
      } as const;
      const appended = append(rateGate.message(outcome.session), draft, at);
      const { message } = appended;
      const next = queued ? appended.session : leaseTurn(appended.session, messageId, clock.now());
      const activity = { id: messageId, at, visitorMessages: 1 };
      return {
        commit: { session: next, append: [message], ...(queued && { activity }) },
        result: { session: next, message, history: [...recent, message], queued },
      };
    });
    if (!placed.stored || !placed.result) {
      // `resume` counts a repeat that asks the model again as a message.
      await rateGate.sessionReads(sessionId);
      return await turns.resume(sessionId, messageId, keepPartial);
    }
    const { session, message, history, queued } = placed.result;
    if (queued) return { to: 'agent', session, message };
    const { version } = placed;
    const known = version === undefined ? undefined : { session, recent: history, version };
    const fresh = { counted: false, isRetry: false };
    const answering = turns.start({ session, known, message, history, ...fresh, keepPartial });
    return { to: 'assistant', session, message, answering };
  }

  /** A session as stored. Where it cannot be a registered widget's, the answer decides about no access. */
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

    async send(input, claims, { streaming }) {
      const sessionId = claims?.sessionId ?? input.sessionId ?? random.uuid();
      const messageId = input.clientMessageId ?? random.uuid();
      rateGate.session(sessionId);
      const key = `${claims?.widgetId ?? ''}/${sessionId}/${messageId}`;
      const running = sending.get(key);
      if (running) return await running;
      const sent = place({ ...input, sessionId, messageId }, claims, streaming);
      sending.set(key, sent);
      const forget = () => sending.delete(key);
      void sent.then((it) => (it.to === 'assistant' ? it.answering.settled : undefined)).then(forget, forget);
      return await sent;
    },

    async requestHuman(sessionId, claims, reason) {
      const changed = await conversations.change(sessionId, (conversation) => {
        const { session } = requireFound(conversation);
        refuseOthers(session, claims);
        const at = now();
        const outcome = requestHuman(session, at, reason);
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
        refuseOthers(session, claims);
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
      refuseOthers(reading.session, claims);
      return reading;
    },

    async listenTo(sessionId, claims) {
      const known = claims?.sessionId ?? sessionId;
      if (known === undefined) return random.uuid();
      const session = await sessionOf(known, claims !== undefined || mayBeWidgetSession(known));
      if (session) refuseOthers(session, claims);
      return known;
    },
  };
}
