import { AppError } from '../../domain/errors.ts';
import { costOf, costOfAnswer, type Pricing } from '../../domain/cost.ts';
import { spentBy } from '../../domain/model-failure.ts';
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
import { replayBuffer, type TextReader } from './replay-buffer.ts';
import { repeats, type Repeats } from './repeats.ts';
import type { AnswerChecks } from './answer-checks.ts';
import type { RateGate } from './rate-gate.ts';
import { replyStore, type Answer, type AnsweredTurn } from './reply-store.ts';
import { renewLease } from './turn-lease.ts';
import type { Conversations } from './conversations.ts';

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

export interface Turns extends Repeats {
  start(turn: Turn): Answering;
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
  const { answerer, profiles, pricing, checks, clock, random, telemetry } = dependencies;
  const { background, requestBudget, stopping } = dependencies;
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

  return { start, ...repeats({ ...dependencies, start, stored: replies.stored }) };
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
