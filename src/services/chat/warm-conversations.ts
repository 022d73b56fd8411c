import { ttlMap } from '../../domain/caching.ts';
import type { Message } from '../../domain/records/message.ts';
import type { Clock, Conversation } from '../../ports.ts';

/**
 * Maximum length of all cached conversations in characters: 400 long ones, 220 of 200 short messages, 6 000
 * without messages.
 */
const MAX_CHARACTERS = 12_000_000;
/** The length of a session's own fields, and of a message's beside its text, about, in characters. */
const SESSION_CHARACTERS = 2_000;
const MESSAGE_CHARACTERS = 250;
/** How long one is cached after its last write, in milliseconds. */
const TTL_MS = 10 * 60_000;
/**
 * What a loaded conversation has at least embedded (`Conversation.recent`): this much text, or this many
 * messages.
 */
const RECENT_CHARACTERS = 16 * 1024;
const RECENT_MESSAGES = 200;

/**
 * A write-through cache of the conversations that this instance wrote last. Other instances write too, so an
 * entry may be outdated: use it for conditional writes only.
 */
export interface WarmConversations {
  /** Removes and returns it; it is cached again after the write. */
  take(sessionId: string): Conversation | undefined;
  keep(conversation: Conversation): void;
}

export function warmConversations(clock: Clock): WarmConversations {
  const written = ttlMap<Conversation>({ clock, ttlMs: TTL_MS, max: MAX_CHARACTERS, weightOf: lengthOf });
  return {
    take(sessionId) {
      const found = written.get(sessionId);
      written.delete(sessionId);
      return found;
    },

    keep({ session, recent, version }) {
      written.set(session.sessionId, { session, recent: newestOf(recent), version });
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

function lengthOf({ recent }: Conversation): number {
  return recent.reduce((sum, { content }) => sum + content.length + MESSAGE_CHARACTERS, SESSION_CHARACTERS);
}
