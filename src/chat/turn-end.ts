import { AppError } from '../core/errors.ts';
import { isSame, messageIn } from '../conversations/reading.ts';
import { requireStored, type Conversations } from '../conversations/conversations.ts';
import { replyIdOf } from '../conversations/rules/ids.ts';
import { figuresWithoutReply, placeReply, withUsage } from '../conversations/rules/reply.ts';
import { replyIn, endTurn, type TurnWithReply, type TurnWithCall } from '../conversations/rules/turn.ts';
import { nowIso } from '../lib/fields.ts';
import type { Ports } from '../ports.ts';
import type { TurnLease } from './turn-lease.ts';

type Dependencies = Pick<Ports, 'clock' | 'store'> & { conversations: Conversations };

/** The end of a turn whose model call is over: with a stored reply, or without one. */
export function turnEnd({ store, conversations, clock }: Dependencies) {
  const now = () => nowIso(clock);

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

  return { saveReply, abandon };
}
