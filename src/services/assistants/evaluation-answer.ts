import { costOfAnswer, NO_USAGE, type Pricing } from '../../domain/cost.ts';
import { AppError } from '../../domain/errors.ts';
import { retryAfterMsOf } from '../../domain/model-failure.ts';
import type { EvaluationAnswer } from '../../domain/records/evaluation.ts';
import type { SpendingTotals } from '../../domain/records/spending-totals.ts';
import { addSpent, NOTHING_SPENT, spentOn } from '../../domain/spending.ts';
import { judged } from '../../domain/verdicts.ts';
import type { AnswerRequest } from '../../ports.ts';
import { askCounted, type AskDependencies, type WholeAnswer } from '../chat/asking.ts';
import { callOf, personaOf, type ResolvedAssistant } from './assistant-profiles.ts';
import type { NumberedQuestion } from './question-sets.ts';

/** The pauses before an answer is asked for again, in milliseconds. */
const PAUSES_MS = [1_000, 4_000, 15_000];
/** The longest pause that a server is granted; shorter than the lease. */
const MAX_PAUSE_MS = 30_000;
export type AnswerDependencies = AskDependencies & { pricing: Pricing };

/** With what a question is asked. */
interface Asked {
  profile: ResolvedAssistant;
  /** Called before each call of the model. */
  renewLease: () => Promise<void>;
  /** Called with what each call used, also one that failed. */
  count: (spent: SpendingTotals) => void;
}

/** Gets the answers to the questions of evaluations, and judges them. */
export function evaluationAnswer(
  dependencies: AnswerDependencies,
): (question: NumberedQuestion, asked: Asked) => Promise<EvaluationAnswer> {
  const { pricing, clock, stopping } = dependencies;

  async function ask(
    { profile, renewLease, count }: Asked,
    history: AnswerRequest['history'],
    attempt = 0,
  ): Promise<WholeAnswer> {
    await renewLease();
    try {
      return await askCounted(dependencies, { ...personaOf(profile), history }, (used) => {
        count(spentOn(used.usage, costOfAnswer(used, pricing(callOf(profile, used)))));
        return Promise.resolve();
      });
    } catch (error) {
      const pauseMs = PAUSES_MS[attempt];
      if (!isUnavailable(error) || stopping.aborted || pauseMs === undefined) throw error;
      await clock.sleep(Math.min(MAX_PAUSE_MS, Math.max(pauseMs, retryAfterMsOf(error))), stopping);
      return await ask({ profile, renewLease, count }, history, attempt + 1);
    }
  }

  /** Asks a question with its earlier turns, and judges the last answer. */
  async function answerTo(question: NumberedQuestion, asked: Asked): Promise<EvaluationAnswer> {
    const history: { role: 'visitor' | 'assistant'; content: string }[] = [];
    let spent = NOTHING_SPENT;
    const count = (call: SpendingTotals) => {
      spent = addSpent(spent, call);
      asked.count(call);
    };
    let last: WholeAnswer = NO_ANSWER;
    let latencyMs = 0;
    for (const turn of question.turns) {
      history.push({ role: 'visitor', content: turn });
      const startedAtMs = clock.now();
      try {
        last = await ask({ ...asked, count }, [...history]);
      } catch (error) {
        if (!isUnavailable(error) || stopping.aborted) throw error;
        return { ...question, ...NOTHING_SAID, ...costsOf(spent) };
      }
      latencyMs = Math.max(0, clock.now() - startedAtMs);
      history.push({ role: 'assistant', content: last.content });
    }
    const { content, sources, model } = last;
    const titles = sources.map(({ title }) => title);
    const about = { content, sources: titles, ...costsOf(spent), latencyMs, model };
    return { ...question, ...judged(question, last), ...about };
  }

  return answerTo;
}

/** The tokens and the cost of an answer; null where one of its calls has no price. */
function costsOf({ inputTokens, outputTokens, cost, unpricedCalls }: SpendingTotals) {
  return { inputTokens, outputTokens, cost: unpricedCalls > 0 ? null : cost };
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'assistant-unavailable';

const NO_ANSWER: WholeAnswer = { content: '', usage: NO_USAGE, model: '', sources: [], answered: false };

/** The record of an answer that could not be got. */
const NOTHING_SAID = {
  content: '',
  sources: [],
  refused: false,
  verdict: 'failed' as const,
  missing: [],
  latencyMs: 0,
  model: '',
};
