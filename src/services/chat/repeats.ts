import { AppError } from '../../domain/errors.ts';
import { replyIdOf } from '../../domain/ids.ts';
import type { Message } from '../../domain/records/message.ts';
import type { SessionRecord } from '../../domain/records/session.ts';
import { questionFigures } from '../../domain/reply.ts';
import type { Conversation, Ports, RequestBudget } from '../../ports.ts';
import { settled, type Conversations } from './conversations.ts';
import type { RateGate } from './rate-gate.ts';
import { idIsTaken, messageIn } from './reading.ts';
import { readWhole } from './replay-buffer.ts';
import type { Answer, ReplyStore } from './reply-store.ts';
import { endTurn, leaseTurn } from './turn-lease.ts';
import type { Answering, Turns } from './turns.ts';

/**
 * First pause of a caller who polls for another instance's turn, in milliseconds; it grows with each poll.
 */
const FIRST_PAUSE_MS = 150;
const MAX_PAUSE_MS = 2_000;
/** How many earlier messages are loaded when an old message is answered again. */
const HISTORY_MESSAGES = 50;

/** The state of a visitor's stored message. */
export type TurnOutcome =
  | { to: 'agent'; session: SessionRecord; message: Message }
  | { to: 'assistant'; session: SessionRecord; message: Message; answering: Answering };

export interface Repeats {
  /**
   * The outcome of a message that is already stored: its reply as stored, or awaited. Where no instance works
   * on it and the reply is missing or interrupted, the assistant is asked again, or the message is passed to
   * the agent who has claimed the conversation since. `session-closed` where it is closed without a reply.
   */
  resume(sessionId: string, messageId: string, keepPartial: boolean): Promise<TurnOutcome>;
}

type Dependencies = Pick<Ports, 'clock' | 'store'> & {
  conversations: Conversations;
  rateGate: Pick<RateGate, 'message'>;
  requestBudget: Pick<RequestBudget, 'leave'>;
  start: Turns['start'];
  stored: ReplyStore['stored'];
};

/** Repeated calls with a message that is stored: one answer is stored, or one agent gets it. */
export function repeats(dependencies: Dependencies): Repeats {
  const { store, conversations, rateGate, requestBudget, clock, start, stored } = dependencies;

  async function resume(sessionId: string, messageId: string, keepPartial: boolean): Promise<TurnOutcome> {
    let next = await lookUp(sessionId, messageId, keepPartial);
    // The wait for another instance's answer may take longer than a request.
    for (let pauseMs = FIRST_PAUSE_MS; 'waitMs' in next; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      await clock.sleep(Math.min(pauseMs, next.waitMs));
      next = await requestBudget.leave(() => lookUp(sessionId, messageId, keepPartial));
    }
    return next;
  }

  /** The outcome of a stored message, or how long another instance's lease lasts. */
  async function lookUp(
    sessionId: string,
    messageId: string,
    keepPartial: boolean,
  ): Promise<TurnOutcome | { waitMs: number }> {
    const conversation = await store.load(sessionId, 'strong');
    const message = conversation && (await messageIn(conversation, messageId, store));
    if (!message) throw new AppError('session-not-found');
    if (message.role !== 'visitor') throw idIsTaken();
    const { session } = conversation;
    if (message.queued) return { to: 'agent', session, message };
    const reply = await messageIn(conversation, replyIdOf(messageId), store);
    // A closed conversation stays unchanged.
    if (reply && (reply.interrupted !== true || session.status === 'closed')) {
      return {
        to: 'assistant',
        session,
        message,
        answering: finished(stored(session, reply), reply),
      };
    }
    const lease = session.turns[messageId];
    const waitMs = lease === undefined ? 0 : Date.parse(lease) - clock.now();
    if (waitMs > 0) return { waitMs };
    // A lease that was never released belongs to an instance that did not count the message.
    const counted = lease === undefined || reply !== undefined;
    if (session.status === 'closed') throw new AppError('session-closed');
    if (session.status === 'claimed') {
      return (await queueForAgent(conversation, message, counted)) ?? { waitMs: 0 };
    }
    const known = await takeOver(conversation, messageId);
    if (!known) return { waitMs: 0 };
    const history = await historyUpTo(message, conversation);
    const isRetry = reply !== undefined;
    const answering = start({
      session: known.session,
      known,
      message,
      history,
      counted,
      isRetry,
      keepPartial,
    });
    return { to: 'assistant', session: known.session, message, answering };
  }

  /** Takes over a turn that no instance holds; undefined after a concurrent write. */
  async function takeOver(read: Conversation, messageId: string): Promise<Conversation | undefined> {
    const taken = await conversations.change(read.session.sessionId, (fresh) => {
      if (fresh?.version !== read.version) return { result: undefined };
      const session = leaseTurn(rateGate.message(fresh.session), messageId, clock.now());
      return { commit: { session }, result: session };
    });
    const { result: session, version } = taken.stored ? taken : {};
    return session && version !== undefined ? { session, recent: read.recent, version } : undefined;
  }

  /** Passes a message on that was stored before an agent claimed; undefined after a concurrent write. */
  async function queueForAgent(
    read: Conversation,
    message: Message,
    counted: boolean,
  ): Promise<TurnOutcome | undefined> {
    const change = await conversations.change<TurnOutcome | undefined>(message.sessionId, (fresh) => {
      if (fresh?.version !== read.version) return { result: undefined };
      const at = new Date(clock.now()).toISOString();
      const session = { ...endTurn(fresh.session, message.id), updatedAt: at };
      const queued: Message = { ...message, queued: true };
      const activity = { id: message.id, at, ...questionFigures(message) };
      return {
        commit: { session, replace: queued, ...(!counted && { activity }) },
        result: { to: 'agent', session, message: queued },
      };
    });
    return settled(change);
  }

  async function historyUpTo({ sessionId, seq }: Message, { recent }: Conversation): Promise<Message[]> {
    const atHand = (recent[0]?.seq ?? 1) <= seq;
    const messages = atHand ? recent : await store.messages(sessionId, Math.max(0, seq - HISTORY_MESSAGES));
    return messages.filter((message) => message.seq <= seq);
  }

  return { resume };
}

function finished(settling: Promise<Answer>, reply: Message): Answering {
  return { read: () => readWhole(reply.content), settled: settling };
}
