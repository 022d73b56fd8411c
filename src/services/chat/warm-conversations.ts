import type { Message } from '../../domain/message.ts';
import type { Clock, Conversation } from '../../ports.ts';

/** Conversations that an instance keeps; each has some 16 KB of text. */
const MAX_KEPT = 500;
/** How long one is kept that is not written, in milliseconds. */
const KEPT_MS = 10 * 60_000;
/** What a loaded conversation brings along at least (`Conversation.recent`): so much text, or so many messages. */
const RECENT_CHARACTERS = 16 * 1024;
const RECENT_MESSAGES = 200;

/**
 * A write-through cache of the conversations that this instance wrote last. What is taken from it may have passed, since
 * other instances write too: it is good for a conditional write and for nothing else.
 */
export interface WarmConversations {
  /** Gives it away: it is kept again once it was written. */
  take(sessionId: string): Conversation | undefined;
  keep(conversation: Conversation): void;
}

export function warmConversations(clock: Clock): WarmConversations {
  /** The least recently written first. */
  const kept = new Map<string, { conversation: Conversation; untilMs: number }>();
  return {
    take(sessionId) {
      const found = kept.get(sessionId);
      kept.delete(sessionId);
      return found && clock.now() < found.untilMs ? found.conversation : undefined;
    },

    keep({ session, recent, version }) {
      const { sessionId } = session;
      const conversation = { session, recent: newestOf(recent), version };
      kept.delete(sessionId);
      kept.set(sessionId, { conversation, untilMs: clock.now() + KEPT_MS });
      for (const [oldest, { untilMs }] of kept) {
        if (kept.size <= MAX_KEPT && clock.now() < untilMs) return;
        kept.delete(oldest);
      }
    },
  };
}

function newestOf(messages: readonly Message[]): readonly Message[] {
  let from = messages.length;
  let characters = 0;
  while (from > 0 && messages.length - from < RECENT_MESSAGES && characters < RECENT_CHARACTERS) {
    from--;
    characters += messages[from]?.content.length ?? 0;
  }
  return messages.slice(from);
}
