import { AppError } from '../../domain/errors.ts';
import { holdsTurn, leaseTurn, type Turn } from '../../domain/turn.ts';
import type { Clock } from '../../ports.ts';
import type { Background } from '../platform/background.ts';
import { requireStored, type Conversations } from './conversations.ts';

/** The interval of lease renewals, in milliseconds. */
const RENEW_AFTER_MS = 10_000;

interface Dependencies {
  conversations: Conversations;
  clock: Clock;
  background: Background;
}

/**
 * Renews the lease of a turn until the returned function is called, or another instance has taken the turn
 * over. An outage of the store does not stop it.
 */
export function renewLease(turn: Turn, { conversations, clock, background }: Dependencies): () => void {
  const { sessionId, id: messageId } = turn.message;
  let isEnded = false;
  let clear: () => void;

  async function renew(): Promise<boolean> {
    turn.version = undefined;
    const renewed = await conversations.change(sessionId, (conversation) => {
      if (isEnded || !conversation || !holdsTurn(conversation.session, turn)) return { result: undefined };
      const session = leaseTurn(conversation.session, messageId, clock.now());
      return { commit: { session }, result: session };
    });
    const session = requireStored(renewed);
    if (session) turn.session = session;
    return session !== undefined;
  }

  async function renewAgain(): Promise<void> {
    try {
      if (!(await renew())) return;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'store-unavailable')) throw error;
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
