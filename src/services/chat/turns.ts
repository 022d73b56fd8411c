import { NO_USAGE } from '../../domain/cost.ts';
import { AppError } from '../../domain/errors.ts';
import { replyIdOf } from '../../domain/ids.ts';
import { nowIso } from '../../domain/iso-time.ts';
import type { Usage } from '../../domain/records/token-usage.ts';
import { figuresWithoutReply, placeReply, withUsage } from '../../domain/reply.ts';
import {
  endTurn,
  holdsTurn,
  replyIn,
  type TurnWithReply,
  type TurnWithCall,
  type Turn,
} from '../../domain/turn.ts';
import type { Conversation, Ports, RequestBudget } from '../../ports.ts';
import type { Background } from '../platform/background.ts';
import { requireStored, type Conversations } from './conversations.ts';
import { renewLease } from './lease-renewal.ts';
import type { CallModel } from './model-calls.ts';
import type { RetryOutage } from './outage-retries.ts';
import { isSame, messageIn } from './reading.ts';
import { storeRunningAction } from './running-action.ts';
import { replayBuffer, type Piece, type TextReader } from './replay-buffer.ts';

/** The assistant's stored answer. */
export interface Answer extends Pick<TurnWithReply, 'session' | 'reply'> {
  usage: Usage;
}

/** An answer in progress; it is stored even without readers. */
export interface AnswerInProgress {
  /** Reads its text as it arrives; `onNews` is called when there is more text, and at the end. */
  read(onNews: () => void): TextReader;
  answered: Promise<Answer>;
}

/** Calls the model for a leased turn, and stores the answer: one reply per message (ADR 2). */
export type StartTurn = (turn: Turn) => AnswerInProgress;

type Dependencies = Pick<Ports, 'clock' | 'store'> & {
  conversations: Conversations;
  askModel: CallModel;
  requestBudget: Pick<RequestBudget, 'exempt'>;
  retryOutage: RetryOutage;
  background: Background;
};

/** The second half of a turn: the model call and the stored reply. */
export function turns(dependencies: Dependencies): StartTurn {
  const { store, conversations, askModel, retryOutage, clock, background } = dependencies;
  const now = () => nowIso(clock);

  async function run(turn: Turn, show: (piece: Piece) => void): Promise<Answer> {
    const call = await askModel(turn, show);
    const asked = Object.assign(turn, { call });
    const { result, content, failure } = call;
    if (!result) {
      if (content !== '' && turn.keepPartial) await retryOutage(() => saveReply(asked));
      else await abandon(asked);
      throw failure instanceof Error ? failure : new AppError('assistant-unavailable', { reason: 'empty' });
    }
    const { session, reply } = await retryOutage(() => saveReply(asked));
    return { session, reply, usage: call.used?.usage ?? NO_USAGE };
  }

  /**
   * Stores the reply, or keeps the reply of another call. For a deleted conversation it only counts the
   * usage, and throws `session-not-found`.
   */
  async function saveReply(turn: TurnWithCall): Promise<TurnWithReply> {
    const { message, call } = turn;
    const { sessionId } = message;
    let known = lastWritten(turn);
    turn.version = undefined;
    // A stored reply is usually in the newest messages; otherwise the store refuses a second one.
    for (let isRefused = false; ; isRefused = true) {
      const saved = await conversations.change(
        sessionId,
        async (conversation) => {
          if (!isSame(conversation, turn.session)) return { result: undefined };
          const { session, recent } = conversation;
          const existing = isRefused
            ? await messageIn(conversation, replyIdOf(message.id), store)
            : replyIn(recent, turn);
          const { reply, ...change } = placeReply(turn, session, existing, now());
          const isOver = call.result !== undefined || holdsTurn(session, turn);
          const after = isOver ? endTurn(change.session, message.id) : change.session;
          return { commit: { ...change, session: after }, result: { session: after, reply } };
        },
        known,
      );
      if (saved.stored) {
        if (saved.result) return Object.assign(turn, saved.result);
        await store.addActivity(figuresWithoutReply(turn, now()));
        throw new AppError('session-not-found');
      }
      // Another instance stored it; a replica may lag behind.
      known = await store.load(sessionId, 'strong');
    }
  }

  /** Ends a turn without a reply, and counts its usage; a repeat of the message calls the model again. */
  async function abandon(turn: TurnWithCall): Promise<void> {
    const { message, call } = turn;
    const { sessionId } = message;
    /** The attempt that holds the lease counts the message. */
    const figures = (holds: boolean) =>
      figuresWithoutReply({ ...turn, counted: turn.counted || !holds }, now());
    const ended = await conversations.change(
      sessionId,
      (conversation) => {
        if (!isSame(conversation, turn.session)) return { result: 'deleted' };
        const { session } = conversation;
        const holds = holdsTurn(session, turn);
        if (!holds && !call.used && !call.actions?.calls) return { result: 'taken-over' };
        const after = withUsage(holds ? endTurn(session, message.id) : session, call);
        return { commit: { session: after, activity: figures(holds) }, result: 'stored' };
      },
      lastWritten(turn),
    );
    if (requireStored(ended) === 'deleted') await store.addActivity(figures(true));
  }

  return (turn) =>
    // The model may take longer than the request's budget.
    dependencies.requestBudget.exempt(() => {
      const pieces = replayBuffer();
      const endRenewal = renewLease(turn, dependencies);
      const show = (piece: Piece) => {
        pieces.push(piece);
        if (typeof piece !== 'string') storeRunningAction(turn, piece, dependencies);
      };
      const answered = run(turn, show).finally(() => {
        endRenewal();
        pieces.end();
      });
      // Readers get the failure. Without readers, this prevents an unhandled rejection.
      background.run(answered.then(undefined, () => undefined));
      return { read: pieces.read, answered };
    });
}

/** The conversation as this turn last wrote it, to skip a read. */
function lastWritten({ session, version, history }: Turn): Conversation | undefined {
  return version === undefined ? undefined : { session, recent: history, version };
}
