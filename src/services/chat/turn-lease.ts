import { AppError } from '../../domain/errors.ts';
import type { SessionRecord } from '../../domain/records/session.ts';
import type { Clock, Conversation } from '../../ports.ts';
import type { Background } from '../platform/background.ts';
import type { Conversations } from './conversations.ts';

/** How long a turn belongs to its instance after the last renewal, in milliseconds. */
export const LEASE_MS = 15_000;
/** A longer answer renews its lease this many milliseconds after the last renewal. */
const RENEW_AFTER_MS = 10_000;

/** A turn that this instance holds; renewals change it. */
export interface LeasedTurn {
  sessionId: string;
  messageId: string;
  /** The end of the lease as stored in the session; unique per lease of a turn. */
  until: string;
  /**
   * The conversation as this instance last wrote it, which saves a read if nothing else was written since.
   */
  known: Conversation | undefined;
}

/** Leases a message's turn. */
export function leaseTurn(session: SessionRecord, messageId: string, nowMs: number): SessionRecord {
  const until = new Date(nowMs + LEASE_MS).toISOString();
  return { ...session, turns: { ...session.turns, [messageId]: until } };
}

/** True until another instance takes the turn over, or it ends. */
export function holdsTurn(session: SessionRecord, { messageId, until }: LeasedTurn): boolean {
  return session.turns[messageId] === until;
}

export function endTurn(session: SessionRecord, messageId: string): SessionRecord {
  const { [messageId]: _ended, ...turns } = session.turns;
  return { ...session, turns };
}

/**
 * Renews a turn's lease until the returned function ends it, or the turn is lost. An outage of the store does
 * not end it.
 */
export function renewLease(
  turn: LeasedTurn,
  {
    conversations,
    clock,
    background,
  }: { conversations: Conversations; clock: Clock; background: Background },
): () => void {
  const { sessionId, messageId } = turn;
  let isEnded = false;
  let clear: () => void;

  async function renew(): Promise<boolean> {
    const renewed = await conversations.change(
      sessionId,
      (conversation) => {
        if (isEnded || !conversation || !holdsTurn(conversation.session, turn)) {
          return { result: undefined };
        }
        const session = leaseTurn(conversation.session, messageId, clock.now());
        return { commit: { session }, result: { ...conversation, session } };
      },
      turn.known,
    );
    if (!renewed.stored || !renewed.result) return false;
    const { result, version = result.version } = renewed;
    turn.known = { ...result, version };
    turn.until = result.session.turns[messageId] ?? turn.until;
    return true;
  }

  async function renewAgain(): Promise<void> {
    try {
      if (!(await renew())) return;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'store-unavailable')) throw error;
      turn.known = undefined;
    }
    if (!isEnded) wait();
  }

  function wait(): void {
    clear = clock.after(RENEW_AFTER_MS, () => background.run(renewAgain()));
  }

  wait();
  return () => {
    isEnded = true;
    clear();
  };
}
