import { AppError } from '../domain/errors.ts';
import type { Message } from '../domain/message.ts';
import type { SessionRecord } from '../domain/session.ts';
import type { Conversation, ConversationStore } from '../ports.ts';

/** A conversation as a reader finds it; the messages are only read when asked for. */
export interface Reading {
  session: SessionRecord;
  /** Changes with everything that a reader of the messages can see. */
  version: string;
  after(seq: number): Promise<readonly Message[]>;
}

/** Opens a conversation with one point read; `session-not-found` where there is none. */
export async function readConversation(store: ConversationStore, sessionId: string): Promise<Reading> {
  const { session, recent, version } = await requireConversation(store, sessionId);
  return {
    session,
    version: `${version}.${Date.parse(session.createdAt).toString(36)}`,
    async after(seq) {
      const inHand = (recent[0]?.seq ?? 1) <= seq + 1;
      return inHand ? recent.filter((message) => message.seq > seq) : await store.messages(sessionId, seq);
    },
  };
}

/** Loads a conversation; `session-not-found` only where no instance has stored it, which a lagging replica cannot tell. */
export async function requireConversation(
  store: ConversationStore,
  sessionId: string,
): Promise<Conversation> {
  return found((await store.load(sessionId)) ?? (await store.load(sessionId, 'strong')));
}

/** A conversation that must be there, or `session-not-found`. */
export function found(conversation: Conversation | undefined): Conversation {
  if (!conversation) throw new AppError('session-not-found');
  return conversation;
}
