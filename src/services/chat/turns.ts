import { AppError } from '../../domain/errors.ts';
import { costOf, costOfAnswer, type Pricing } from '../../domain/cost.ts';
import { spentBy } from '../../domain/model-failure.ts';
import { replyIdOf } from '../../domain/ids.ts';
import type { Message } from '../../domain/records/message.ts';
import type { SpentTokens } from '../../domain/reply.ts';
import type { SessionRecord } from '../../domain/records/session.ts';
import type { AnswerResult, Conversation, Ports, RequestBudget } from '../../ports.ts';
import {
  callOf,
  personaOf,
  type AssistantProfiles,
  type ResolvedAssistant,
} from '../assistants/assistant-profiles.ts';
import type { VisitorAvailability } from './availability.ts';
import type { Background } from '../platform/background.ts';
import { readWhole, replayBuffer, type TextReader } from './replay-buffer.ts';
import type { AnswerChecks } from './answer-checks.ts';
import type { RateGate } from './rate-gate.ts';
import { replyStore, type Answer, type AnsweredTurn } from './reply-store.ts';
import { leaseTurn, renewLease } from './turn-lease.ts';
import type { Conversations } from './conversations.ts';
import { idIsTaken, messageIn } from './reading.ts';

/**
 * First pause of a caller who polls for another instance's turn, in milliseconds; it grows with each poll.
 */
const FIRST_PAUSE_MS = 150;
const MAX_PAUSE_MS = 2_000;
/** How many earlier messages are loaded when an old message is answered again. */
const HISTORY_MESSAGES = 50;

/** An answer in progress. It is stored even without readers. */
export interface Answering {
  /** Reads its text as it comes; `onNews` says that there is more of it, or that it has ended. */
  read(onNews: () => void): TextReader;
  settled: Promise<Answer>;
}

export interface Turn {
  /** The session as written with the turn's lease. */
  session: SessionRecord;
  /** The whole conversation, if this instance knows its stored state. */
  known: Conversation | undefined;
  message: Message;
  /** Oldest first, ending with `message`. */
  history: readonly Message[];
  counted: AnsweredTurn['counted'];
  isRetry: AnsweredTurn['isRetry'];
  /** Whether an interrupted answer is stored: only if the visitor has seen its text. */
  keepPartial: boolean;
}

/** The state of a visitor's stored message. */
export type TurnOutcome =
  | { to: 'agent'; session: SessionRecord; message: Message }
  | { to: 'assistant'; session: SessionRecord; message: Message; answering: Answering };

export interface Turns {
  start(turn: Turn): Answering;
  /**
   * The outcome of a message that is already stored: its reply as stored, or awaited, or asked again where no
   * instance works on it and the reply is missing or interrupted.
   */
  resume(sessionId: string, messageId: string, keepPartial: boolean): Promise<TurnOutcome>;
}

type Dependencies = Pick<Ports, 'answerer' | 'clock' | 'random' | 'store' | 'telemetry'> & {
  conversations: Conversations;
  profiles: Pick<AssistantProfiles, 'profileFor'>;
  availability: Pick<VisitorAvailability, 'known'>;
  checks: AnswerChecks;
  rateGate: Pick<RateGate, 'message'>;
  requestBudget: Pick<RequestBudget, 'leave'>;
  pricing: Pricing;
  background: Background;
  /** Aborts when the instance ends, which interrupts the answers under way; its reason is their failure. */
  stopping: AbortSignal;
};

/**
 * Turns of the assistant: for repeated and concurrent calls, the model is asked once and its answer stored
 * once.
 */
export function turns(dependencies: Dependencies): Turns {
  const { store, conversations, answerer, profiles, rateGate, pricing, checks } = dependencies;
  const { clock, random, telemetry, background, requestBudget, stopping } = dependencies;
  const replies = replyStore(dependencies);

  /** Starts an answer, which takes as long as the model takes. */
  function start(turn: Turn): Answering {
    return requestBudget.leave(() => begin(turn));
  }

  function begin(turn: Turn): Answering {
    const { session, message } = turn;
    const { sessionId } = session;
    const pieces = replayBuffer();
    const until = session.turns[message.id] ?? '';
    const leased = { ...turn, sessionId, messageId: message.id, until };
    const endLease = renewLease(leased, dependencies);
    const settled = run(leased, pieces.push).finally(() => {
      endLease();
      pieces.end();
    });
    // Readers of the answer get the failure; there may be none, so this prevents an unhandled rejection.
    background.run(settled.then(undefined, () => undefined));
    return { read: pieces.read, settled };
  }

  /** Asks for an answer and passes its pieces on. A failure is a value, since the words before it count. */
  async function ask({ session, history }: Turn, show: (piece: string) => void): Promise<HeardAnswer> {
    const startedAt = clock.now();
    const heard: HeardAnswer = { content: '', cost: null };
    try {
      const profile = await profiles.profileFor(session.assistantId);
      heard.profile = profile;
      const { locale, widget } = session;
      const request = {
        ...personaOf(profile),
        history,
        ...(locale !== undefined && { locale }),
        availability: dependencies.availability.known(widget?.id),
      };
      const result = await answerer.answer(request, stopping, (piece) => {
        heard.firstDeltaMs ??= clock.now() - startedAt;
        heard.content += piece;
        show(piece);
      });
      heard.result = result;
      heard.cost = costOfAnswer(result, pricing(callOf(profile, result)));
    } catch (error) {
      heard.failure = error;
      const spent = spentBy(error);
      if (spent) heard.spent = { ...spent, cost: costOf(spent.usage, pricing(callOf(heard.profile, spent))) };
    }
    telemetry.record({ ...answerEvent(heard), durationMs: clock.now() - startedAt });
    return heard;
  }

  async function run(turn: Turn & AnsweredTurn, show: (piece: string) => void): Promise<Answer> {
    const { content, result, cost, failure, spent, profile } = await ask(turn, show);
    const call = {
      id: random.uuid(),
      content,
      endedAt: new Date(clock.now()).toISOString(),
      result: result && { ...result, cost },
      spent,
    };
    if (result) {
      const answer = await replies.save(turn, call);
      const { reply } = answer;
      // Another call's reply may be the stored one.
      if (profile && reply.content === content) {
        checks.consider({ profile, question: turn.message, reply, result });
      }
      return answer;
    }
    if (content !== '' && turn.keepPartial) await replies.save(turn, call);
    else await replies.abandon(turn, call);
    throw failure instanceof Error ? failure : new AppError('assistant-unavailable', { reason: 'empty' });
  }

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
        answering: finished(replies.stored(session, reply), reply),
      };
    }
    const lease = session.turns[messageId];
    const waitMs = lease === undefined ? 0 : Date.parse(lease) - clock.now();
    if (waitMs > 0) return { waitMs };
    const known = await takeOver(conversation, messageId);
    if (!known) return { waitMs: 0 };
    const answering = start({
      session: known.session,
      known,
      message,
      history: await historyUpTo(message, conversation),
      // A lease that was never released belongs to an instance that did not count the message.
      counted: lease === undefined || reply !== undefined,
      isRetry: reply !== undefined,
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

  async function historyUpTo({ sessionId, seq }: Message, { recent }: Conversation): Promise<Message[]> {
    const atHand = (recent[0]?.seq ?? 1) <= seq;
    const messages = atHand ? recent : await store.messages(sessionId, Math.max(0, seq - HISTORY_MESSAGES));
    return messages.filter((message) => message.seq <= seq);
  }

  return { start, resume };
}

function finished(settled: Promise<Answer>, reply: Message): Answering {
  return { read: () => readWhole(reply.content), settled };
}

/** What an answerer said, and how it ended. */
interface HeardAnswer {
  content: string;
  profile?: ResolvedAssistant;
  /** Undefined after a failure. */
  result?: AnswerResult;
  failure?: unknown;
  /** What the finished calls used before the failure. */
  spent?: SpentTokens;
  /** US dollars; null where the model has no price or gave no result. */
  cost: number | null;
  firstDeltaMs?: number;
}

function answerEvent(heard: HeardAnswer) {
  const { result, spent, cost, firstDeltaMs } = heard;
  const used = result ?? spent;
  return {
    type: 'answer',
    model: used?.model ?? 'unknown',
    ...(firstDeltaMs !== undefined && { firstDeltaMs }),
    inputTokens: used?.usage.inputTokens ?? 0,
    outputTokens: used?.usage.outputTokens ?? 0,
    ...(cost !== null && { cost }),
    ...endOf(heard),
  } as const;
}

function endOf({ result, content, failure }: HeardAnswer) {
  if (result) return { outcome: result.answered ? 'answered' : 'nothing-found' } as const;
  const code = failure instanceof AppError ? failure.details['reason'] : 'bug';
  const outcome = content === '' ? 'failed' : 'interrupted';
  return { outcome, ...(typeof code === 'string' && { reason: code }) } as const;
}
