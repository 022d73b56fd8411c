import { NO_USAGE } from '../spending/rules/cost.ts';
import { AppError } from '../core/errors.ts';
import { replyIdOf } from '../conversations/rules/ids.ts';
import { nowIso } from '../lib/fields.ts';
import type { Message } from '../conversations/records/message.ts';
import type { SessionRecord } from '../conversations/records/session.ts';
import { messageFigures } from '../conversations/rules/reply.ts';
import { endTurn, leaseTurn } from '../conversations/rules/turn.ts';
import type { Conversation, Ports, RequestBudget } from '../ports.ts';
import type { RateGate } from '../platform/rate-gate.ts';
import { requireStored, type Conversations } from '../conversations/conversations.ts';
import { duplicateIdError, messageIn } from '../conversations/reading.ts';
import { completeTextReader } from './replay-buffer.ts';
import { messagesForModel } from '../conversations/threads.ts';
import type { Answer, StartTurn, TurnOutcome } from './start-turn.ts';

/**
 * The first interval of polling for another instance's turn, in milliseconds; it doubles up to MAX_PAUSE_MS.
 */
const FIRST_PAUSE_MS = 150;
const MAX_PAUSE_MS = 2_000;
/** How many earlier messages the model gets when an old message is answered again. */
const HISTORY_MESSAGES = 50;

/**
 * The outcome of a message that is already stored: its stored reply, or the reply in progress. If no instance
 * works on it and the reply is missing or interrupted, the model is called again, or the message is queued
 * for the agent who has claimed the conversation since. Throws `session-closed` if it is closed without a
 * reply.
 */
export type ResumeTurn = (sessionId: string, messageId: string, keepPartial: boolean) => Promise<TurnOutcome>;

type Dependencies = Pick<Ports, 'clock' | 'store'> & {
  conversations: Conversations;
  startTurn: StartTurn;
  rateGate: Pick<RateGate, 'withMessageCounted'>;
  requestBudget: Pick<RequestBudget, 'exempt'>;
};

/** Makes repeated calls with a message idempotent (ADR 2). */
export function resumeTurn(dependencies: Dependencies): ResumeTurn {
  const { store, conversations, startTurn, rateGate, requestBudget, clock } = dependencies;

  /** The outcome of a stored message, or the time until another instance's lease ends. */
  async function lookUp(
    sessionId: string,
    messageId: string,
    keepPartial: boolean,
  ): Promise<TurnOutcome | { waitMs: number }> {
    const conversation = await store.load(sessionId, 'strong');
    const message = conversation && (await messageIn(conversation, messageId, store));
    if (!message) throw new AppError('session-not-found');
    if (message.role !== 'visitor') throw duplicateIdError();
    const { session } = conversation;
    if (message.queued) return { to: 'agent', session, message };
    const reply = await messageIn(conversation, replyIdOf(messageId), store);
    // A closed conversation stays unchanged.
    if (reply && (reply.interrupted !== true || session.status === 'closed')) {
      const answering = {
        read: () => completeTextReader(reply.content),
        answer: storedAnswer(session, reply),
      };
      return { to: 'assistant', session, message, answering };
    }
    const lease = session.turns[messageId];
    const waitMs = lease === undefined ? 0 : Date.parse(lease) - clock.now();
    if (waitMs > 0) return { waitMs };
    // An unreleased lease means that its instance has not counted the message.
    const isInFigures = lease === undefined || reply !== undefined;
    if (session.status === 'closed') throw new AppError('session-closed');
    if (session.status === 'claimed') {
      return (await queueForAgent(conversation, message, isInFigures)) ?? { waitMs: 0 };
    }
    const leased = await takeOver(conversation, messageId);
    if (!leased) return { waitMs: 0 };
    const ownMessages = await historyUpTo(message, conversation);
    const earlier = await messagesForModel(store, session, ownMessages);
    const answering = startTurn({ session: leased, message, earlier, ownMessages, isInFigures, keepPartial });
    return { to: 'assistant', session: leased, message, answering };
  }

  async function storedAnswer(session: SessionRecord, reply: Message): Promise<Answer> {
    const used = await store.usage(session.sessionId);
    return { session, reply, usage: used.findLast(({ messageId }) => messageId === reply.id) ?? NO_USAGE };
  }

  /** Takes over a turn without a lease; undefined after a concurrent write. */
  async function takeOver(read: Conversation, messageId: string): Promise<SessionRecord | undefined> {
    const taken = await conversations.change(read.session.sessionId, (fresh) => {
      if (fresh?.version !== read.version) return { result: undefined };
      const session = leaseTurn(rateGate.withMessageCounted(fresh.session), messageId, clock.now());
      return { commit: { session }, result: session };
    });
    return requireStored(taken);
  }

  /** Queues a message for the agent who claimed after it was stored; undefined after a concurrent write. */
  async function queueForAgent(
    read: Conversation,
    message: Message,
    isInFigures: boolean,
  ): Promise<TurnOutcome | undefined> {
    const change = await conversations.change<TurnOutcome | undefined>(message.sessionId, (fresh) => {
      if (fresh?.version !== read.version) return { result: undefined };
      const at = nowIso(clock);
      const session = { ...endTurn(fresh.session, message.id), updatedAt: at };
      const queued: Message = { ...message, queued: true };
      const activity = { id: message.id, at, ...messageFigures(message) };
      return {
        commit: { session, replace: queued, ...(!isInFigures && { activity }) },
        result: { to: 'agent', session, message: queued },
      };
    });
    return requireStored(change);
  }

  async function historyUpTo({ sessionId, seq }: Message, { recent }: Conversation): Promise<Message[]> {
    const isRecent = (recent[0]?.seq ?? 1) <= seq;
    const messages = isRecent ? recent : await store.messages(sessionId, Math.max(0, seq - HISTORY_MESSAGES));
    return messages.filter((message) => message.seq <= seq);
  }

  return async (sessionId, messageId, keepPartial) => {
    let next = await lookUp(sessionId, messageId, keepPartial);
    // The wait for another instance's answer may take longer than a request.
    for (let pauseMs = FIRST_PAUSE_MS; 'waitMs' in next; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      await clock.sleep(Math.min(pauseMs, next.waitMs));
      next = await requestBudget.exempt(() => lookUp(sessionId, messageId, keepPartial));
    }
    return next;
  };
}
