import type { Message } from '../conversations/records/message.ts';
import type { SessionRecord } from '../conversations/records/session.ts';
import { NO_USAGE } from '../spending/rules/cost.ts';
import { AppError } from '../core/errors.ts';
import { replyIdOf } from '../conversations/rules/ids.ts';
import { nowIso } from '../lib/fields.ts';
import type { Usage } from '../spending/records/token-usage.ts';
import { figuresWithoutReply, placeReply, withUsage } from '../conversations/rules/reply.ts';
import {
  endTurn,
  replyIn,
  type TurnWithReply,
  type TurnWithCall,
  type Turn,
} from '../conversations/rules/turn.ts';
import type { Ports, RequestBudget } from '../ports.ts';
import type { Background } from '../platform/background.ts';
import { requireStored, type Conversations } from '../conversations/conversations.ts';
import type { AskModel } from './ask-model.ts';
import type { RetryOutage } from '../platform/retry-outage.ts';
import { isSame, messageIn } from '../conversations/reading.ts';
import { storeRunningAction } from './store-running-action.ts';
import { replayBuffer, type Piece, type TextReader } from './replay-buffer.ts';
import { turnLease, type TurnLease } from './turn-lease.ts';

/** The assistant's stored answer. */
export interface Answer extends Pick<TurnWithReply, 'session' | 'reply'> {
  usage: Usage;
}

/** An answer in progress; it is stored even without readers. */
export interface AnswerInProgress {
  /** Reads its text as it arrives; `onNews` is called when there is more text, and at the end. */
  read(onNews: () => void): TextReader;
  answer: Promise<Answer>;
}

/** The recipient of a visitor's stored message, with the answer in progress. */
export type TurnOutcome =
  | { to: 'agent'; session: SessionRecord; message: Message }
  | { to: 'assistant'; session: SessionRecord; message: Message; answering: AnswerInProgress };

/** Calls the model for a leased turn, and stores the answer: one reply per message (ADR 2). */
export type StartTurn = (turn: Turn) => AnswerInProgress;

type Dependencies = Pick<Ports, 'clock' | 'store'> & {
  conversations: Conversations;
  askModel: AskModel;
  requestBudget: Pick<RequestBudget, 'exempt'>;
  retryOutage: RetryOutage;
  background: Background;
};

/** The second half of a turn: the model call and the stored reply. */
export function startTurn(dependencies: Dependencies): StartTurn {
  const { store, conversations, askModel, retryOutage, clock, background } = dependencies;
  const now = () => nowIso(clock);

  async function run(turn: Turn, lease: TurnLease, show: (piece: Piece) => void): Promise<Answer> {
    const call = await askModel(turn, show);
    const asked = { ...turn, call };
    const { result, content, failure } = call;
    if (!result) {
      if (content !== '' && turn.keepPartial) await retryOutage(() => saveReply(asked, lease));
      else await abandon(asked, lease);
      throw failure instanceof Error ? failure : new AppError('assistant-unavailable', { reason: 'empty' });
    }
    const { session, reply } = await retryOutage(() => saveReply(asked, lease));
    return { session, reply, usage: call.used?.usage ?? NO_USAGE };
  }

  /**
   * Stores the reply, or keeps the reply of another call. For a deleted conversation it only counts the
   * usage, and throws `session-not-found`.
   */
  async function saveReply(turn: TurnWithCall, lease: TurnLease): Promise<TurnWithReply> {
    const { message, call } = turn;
    const { sessionId } = message;
    let known = lease.takeWritten();
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
          const isOver = call.result !== undefined || lease.isIn(session);
          const after = isOver ? endTurn(change.session, message.id) : change.session;
          return { commit: { ...change, session: after }, result: { session: after, reply } };
        },
        known,
      );
      if (!saved.isDuplicate) {
        if (saved.result) return { ...turn, ...saved.result };
        await store.addActivity(figuresWithoutReply(turn, now()));
        throw new AppError('session-not-found');
      }
      // Another instance stored it; a replica may lag behind.
      known = await store.load(sessionId, 'strong');
    }
  }

  /** Ends a turn without a reply, and counts its usage; a repeat of the message calls the model again. */
  async function abandon(turn: TurnWithCall, lease: TurnLease): Promise<void> {
    const { message, call } = turn;
    const { sessionId } = message;
    /** The attempt that holds the lease counts the message. */
    const figures = (holds: boolean) =>
      figuresWithoutReply({ ...turn, isInFigures: turn.isInFigures || !holds }, now());
    const ended = await conversations.change(
      sessionId,
      (conversation) => {
        if (!isSame(conversation, turn.session)) return { result: 'deleted' };
        const { session } = conversation;
        const holds = lease.isIn(session);
        if (!holds && !call.used && !call.actions?.calls) return { result: 'taken-over' };
        const after = withUsage(holds ? endTurn(session, message.id) : session, call);
        return { commit: { session: after, activity: figures(holds) }, result: 'stored' };
      },
      lease.takeWritten(),
    );
    if (requireStored(ended) === 'deleted') await store.addActivity(figures(true));
  }

  return (turn) =>
    // The model may take longer than the request's budget.
    dependencies.requestBudget.exempt(() => {
      const pieces = replayBuffer();
      const lease = turnLease(turn, dependencies);
      const show = (piece: Piece) => {
        pieces.push(piece);
        if (typeof piece !== 'string') storeRunningAction(turn.message, piece, { ...dependencies, lease });
      };
      const answer = run(turn, lease, show).finally(() => {
        lease.end();
        pieces.end();
      });
      // Readers get the failure. Without readers, this prevents an unhandled rejection.
      background.run(answer.then(undefined, () => undefined));
      return { read: pieces.read, answer };
    });
}
