import { entityTag } from '../../domain/entity-tag.ts';
import { AppError } from '../../domain/errors.ts';
import type { Message } from '../../domain/message.ts';
import { recentlyReplaced } from '../../domain/reply.ts';
import type { SessionRecord } from '../../domain/session.ts';
import type { Conversation, ConversationStore } from '../../ports.ts';

/** A conversation as a reader finds it; the messages are only read when asked for. */
export interface Reading {
  session: SessionRecord;
  /** The entity tag of the messages: changes with everything that a reader of them can see. */
  etag: string;
  /** The messages after a place, and before them the replies up to it that were replaced lately. */
  after(seq: number): Promise<readonly Message[]>;
}

/** Opens a conversation with one point read; `session-not-found` where there is none. */
export async function readConversation(
  store: ConversationStore,
  sessionId: string,
  nowMs: number,
): Promise<Reading> {
  const conversation = await requireConversation(store, sessionId);
  const { session, recent, version } = conversation;
  return {
    session,
    etag: entityTag(`${version}.${Date.parse(session.createdAt).toString(36)}`),
    async after(seq) {
      const inHand = (recent[0]?.seq ?? 1) <= seq + 1;
      const replaced = await Promise.all(
        recentlyReplaced(session, nowMs).map((id) => messageIn(conversation, id, store)),
      );
      return [
        ...replaced.flatMap((message) => (message && message.seq <= seq ? [message] : [])).sort(bySeq),
        ...(inHand ? recent.filter((message) => message.seq > seq) : await store.messages(sessionId, seq)),
      ];
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

/** A message of a conversation: of those that came with it, else by a read of its own. */
export async function messageIn(
  { session, recent }: Conversation,
  id: string,
  store: ConversationStore,
): Promise<Message | undefined> {
  const found = recent.find((message) => message.id === id);
  // All messages came with the conversation where the first one did.
  return found ?? (recent[0]?.seq === 1 ? undefined : await store.message(session.sessionId, id));
}

/** A conversation that must be there, or `session-not-found`. */
export function found(conversation: Conversation | undefined): Conversation {
  if (!conversation) throw new AppError('session-not-found');
  return conversation;
}

const bySeq = (one: Message, other: Message) => one.seq - other.seq;
