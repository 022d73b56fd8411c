import { isLost } from './rules/proposals.ts';
import { entityTag } from '../lib/entity-tag.ts';
import { AppError, invalidField } from '../core/errors.ts';
import type { Message } from './records/message.ts';
import { recentlyReplaced } from './rules/reply.ts';
import type { Acting } from './records/action-notice.ts';
import type { SessionRecord } from './records/session.ts';
import { firstSeqOf } from './rules/thread.ts';
import type { Conversation, ConversationStore } from '../ports.ts';
import { threadMessages } from './threads.ts';

/** A conversation for a reader; its messages are loaded lazily. */
export interface Reading {
  session: SessionRecord;
  /** The running action of an answer in progress. */
  acting?: Acting;
  /** The message of a confirmed change whose instance has ended; its end is not stored yet. */
  lostChange?: { messageId: string; proposalId: string };
  /** The entity tag of everything that a reader can see. */
  etag: string;
  /** The recently replaced replies up to `seq`, then the messages after it. */
  after(seq: number): Promise<readonly Message[]>;
}

/** Reads a conversation with one point read; throws `session-not-found`. */
export async function readConversation(
  store: ConversationStore,
  sessionId: string,
  nowMs: number,
): Promise<Reading> {
  const conversation = await requireConversation(store, sessionId);
  const { session, recent, version } = conversation;
  const acting = actingIn(session, nowMs);
  const lostChange = lostChangeIn(recent, nowMs);
  return {
    session,
    ...(acting && { acting }),
    ...(lostChange && { lostChange }),
    etag: entityTag(`${version}.${Date.parse(session.createdAt).toString(36)}`),
    async after(seq) {
      const isRecent = (recent[0]?.seq ?? firstSeqOf(session)) <= seq + 1;
      const replaced = await Promise.all(
        recentlyReplaced(session, nowMs).map((id) => messageIn(conversation, id, store)),
      );
      return [
        ...replaced.flatMap((message) => (message && message.seq <= seq ? [message] : [])).sort(bySeq),
        ...(isRecent
          ? recent.filter((message) => message.seq > seq)
          : await threadMessages(store, session, seq)),
      ];
    },
  };
}

function lostChangeIn(recent: readonly Message[], nowMs: number): Reading['lostChange'] {
  const lost = recent.find(({ proposal }) => proposal && isLost(proposal, nowMs));
  return lost?.proposal && { messageId: lost.id, proposalId: lost.proposal.id };
}

/** The running action; undefined once the answer has ended or its lease has expired. */
function actingIn({ acting, turns }: SessionRecord, nowMs: number): Acting | undefined {
  const isUnderWay = acting && Date.parse(turns[acting.messageId] ?? '') > nowMs;
  if (!isUnderWay) return undefined;
  const { title, progress } = acting;
  return { title, ...(progress !== undefined && { progress }) };
}

/**
 * Loads a conversation; throws `session-not-found` only after a strong read, because a replica may lag
 * behind.
 */
export async function requireConversation(
  store: ConversationStore,
  sessionId: string,
): Promise<Conversation> {
  return requireFound((await store.load(sessionId)) ?? (await store.load(sessionId, 'strong')));
}

/** A message of a conversation: from the messages read with it, else by a separate read. */
export async function messageIn(
  { session, recent }: Conversation,
  id: string,
  store: ConversationStore,
): Promise<Message | undefined> {
  const found = recent.find((message) => message.id === id);
  // If the first message is in `recent`, all messages are.
  return (
    found ?? (recent[0]?.seq === firstSeqOf(session) ? undefined : await store.message(session.sessionId, id))
  );
}

/**
 * Whether a conversation is the same as an earlier read one: false if that one was deleted, also if a new
 * conversation has the same id.
 */
export function isSame(
  conversation: Conversation | undefined,
  { createdAt }: Pick<SessionRecord, 'createdAt'>,
): conversation is Conversation {
  return conversation?.session.createdAt === createdAt;
}

/** Throws `session-not-found` for an undefined conversation. */
export function requireFound(conversation: Conversation | undefined): Conversation {
  if (!conversation) throw new AppError('session-not-found');
  return conversation;
}

/** The error for a `clientMessageId` that another message uses. */
export function duplicateIdError(): AppError {
  return invalidField('clientMessageId', 'is the id of another message');
}

const bySeq = (one: Message, other: Message) => one.seq - other.seq;
