import { AppError } from '../../domain/errors.ts';
import { callFigures, NO_USAGE, spend } from '../../domain/cost.ts';
import type { Usage } from '../../domain/records/token-usage.ts';
import { replyIdOf } from '../../domain/ids.ts';
import type { Message } from '../../domain/records/message.ts';
import { activityWithoutReply, placeReply, questionFigures, type ModelCall } from '../../domain/reply.ts';
import type { SessionRecord } from '../../domain/records/session.ts';
import type { Ports } from '../../ports.ts';
import { settled, type Conversations } from './conversations.ts';
import { isSame, messageIn } from './reading.ts';
import { endTurn, holdsTurn, type LeasedTurn } from './turn-lease.ts';

/** How long a reply that cannot be stored is retried, in milliseconds. */
export const KEEP_MS = 120_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;

/** The assistant's stored answer. */
export interface Answer {
  session: SessionRecord;
  reply: Message;
  usage: Usage;
}

/** A turn whose model call has ended. */
export interface AnsweredTurn extends LeasedTurn {
  /** The session as it was when the turn began. */
  session: Pick<SessionRecord, 'createdAt'>;
  message: Message;
  /** An earlier attempt of this turn has already counted the visitor's message in the hourly figures. */
  counted: boolean;
  /** An interrupted reply is stored, and this turn replaces it. */
  isRetry: boolean;
}

export interface ReplyStore {
  /**
   * Stores the result of a model call, or returns another call's stored reply, and counts the call; of a
   * deleted conversation it counts the call alone (`session-not-found`). While the store is unavailable,
   * storing is retried for up to two minutes and until the instance ends.
   */
  save(turn: AnsweredTurn, call: ModelCall): Promise<Answer>;
  /**
   * Ends a turn without an answer, so that a repeat of the message asks again at once. What was spent counts.
   */
  abandon(turn: AnsweredTurn, call: Pick<ModelCall, 'id' | 'spent'>): Promise<void>;
  /** The answer to a message whose reply is stored. */
  stored(session: SessionRecord, reply: Message): Promise<Answer>;
}

type Dependencies = Pick<Ports, 'clock' | 'random' | 'store'> & {
  conversations: Conversations;
  /** Aborts when the instance ends. */
  stopping: AbortSignal;
};

/** Stores replies: one per question, whatever fails and however many calls were made for it. */
export function replyStore({ store, conversations, clock, random, stopping }: Dependencies): ReplyStore {
  const now = () => new Date(clock.now()).toISOString();

  async function saveOnce(turn: AnsweredTurn, call: ModelCall): Promise<Answer> {
    const { sessionId, message, counted } = turn;
    // A first reply is not looked up: the store refuses a second one with its id.
    for (let mayExist = turn.isRetry; ; mayExist = true) {
      const saved = await conversations.change(
        sessionId,
        async (conversation) => {
          if (!isSame(conversation, turn.session)) return { result: undefined };
          const { session } = conversation;
          const existing = mayExist ? await messageIn(conversation, replyIdOf(message.id), store) : undefined;
          const placed = placeReply({ session, question: message, existing, counted }, call, now());
          const { reply, ...change } = placed;
          const over = call.result !== undefined || holdsTurn(session, turn);
          const after = over ? endTurn(placed.session, message.id) : placed.session;
          return {
            commit: { ...change, session: after },
            result: { session: after, reply, usage: placed.usage ?? NO_USAGE },
          };
        },
        turn.known,
      );
      if (saved.stored) {
        if (saved.result) return saved.result;
        await store.addActivity(activityWithoutReply({ question: message, counted }, call, now()));
        throw new AppError('session-not-found');
      }
      // Another instance stored a reply, which a lagging replica may not have yet.
      turn.known = await store.load(sessionId, 'strong');
    }
  }

  /** Exponential back-off with jitter: the random half spreads instances that failed together. */
  function jittered(pauseMs: number): number {
    return pauseMs * (0.5 + (random.bytes(1)[0] ?? 0) / 512);
  }

  return {
    async save(turn, call) {
      const giveUpAtMs = clock.now() + KEEP_MS;
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
        try {
          return await saveOnce(turn, call);
        } catch (error) {
          const isOutage = error instanceof AppError && error.code === 'store-unavailable';
          if (!isOutage || stopping.aborted || clock.now() >= giveUpAtMs) throw error;
          turn.known = undefined;
          await clock.sleep(jittered(pauseMs), stopping);
        }
      }
    },

    async abandon(turn, { id, spent }) {
      const { sessionId, message, counted } = turn;
      const figures = () => ({
        at: now(),
        ...(!counted && questionFigures(message)),
        ...(spent && callFigures(spent.usage, spent.cost)),
      });
      const abandoned = await conversations.change(
        sessionId,
        (conversation) => {
          if (!isSame(conversation, turn.session)) return { result: 'deleted' };
          if (!holdsTurn(conversation.session, turn)) return { result: 'taken-over' };
          // A repeat of the message abandons its own call, which counts as well.
          const activity = { id: spent ? id : message.id, ...figures() };
          const ended = endTurn(conversation.session, message.id);
          const session = spent ? spend(ended, spent.usage, spent.cost) : ended;
          return { commit: { session, activity }, result: 'stored' };
        },
        turn.known,
      );
      if (settled(abandoned) === 'deleted') await store.addActivity({ id, ...figures() });
    },

    async stored(session, reply) {
      const used = await store.usage(session.sessionId);
      return { session, reply, usage: used.findLast(({ messageId }) => messageId === reply.id) ?? NO_USAGE };
    },
  };
}
