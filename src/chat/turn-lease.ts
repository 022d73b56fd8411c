import { AppError } from '../core/errors.ts';
import type { SessionRecord } from '../conversations/records/session.ts';
import { holdsTurn, leaseTurn, type Turn } from '../conversations/rules/turn.ts';
import type { Clock, Conversation } from '../ports.ts';
import type { Background } from '../platform/background.ts';
import { requireStored, type Conversations } from '../conversations/conversations.ts';

/** The interval of lease renewals, in milliseconds. */
const RENEW_AFTER_MS = 10_000;

interface Dependencies {
  conversations: Conversations;
  clock: Clock;
  background: Background;
}

/** The lease of a running turn, with what this instance knows of its conversation. */
export interface TurnLease {
  /** Whether a stored session still has this lease; false once it has ended or was taken over. */
  isIn(stored: SessionRecord): boolean;
  /**
   * The conversation as it was stored with the lease, to skip a read. Only the first caller gets it, because
   * its write makes it outdated; undefined also after a renewal of the lease.
   */
  takeWritten(): Conversation | undefined;
  /** Stops the renewals. */
  end(): void;
}

/**
 * Renews the lease of a turn until it ends, or another instance has taken the turn over. An outage of the
 * store does not stop it.
 */
export function turnLease(turn: Turn, { conversations, clock, background }: Dependencies): TurnLease {
  const { sessionId, id: messageId } = turn.message;
  let leased = turn.session;
  let { version } = turn;
  let isEnded = false;
  let clear: () => void;
  const isIn = (stored: SessionRecord) => holdsTurn(stored, leased, messageId);

  async function renew(): Promise<boolean> {
    version = undefined;
    const renewed = await conversations.change(sessionId, (conversation) => {
      if (isEnded || !conversation || !isIn(conversation.session)) return { result: undefined };
      const session = leaseTurn(conversation.session, messageId, clock.now());
      return { commit: { session }, result: session };
    });
    const session = requireStored(renewed);
    if (session) leased = session;
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
  return {
    isIn,
    takeWritten() {
      const known = version;
      version = undefined;
      return known === undefined ? undefined : { session: leased, recent: turn.ownMessages, version: known };
    },
    end() {
      isEnded = true;
      clear();
    },
  };
}
