import { lruCache } from '../../lib/caching.ts';
import { unlessAborted } from '../../lib/concurrency.ts';
import { AppError } from '../../core/errors.ts';
import { ModelFailure, type FailureReason } from '../../spending/rules/model-failure.ts';
import type { Answerer, AnswerUsage, Clock, LanguageModel, Random, Telemetry } from '../../ports.ts';
import {
  beginCall,
  CLOSED,
  afterCall,
  type CallOutcome,
  type Circuit,
  type CircuitLimits,
} from '../../lib/circuit.ts';
import { startDeadline, type AnswerLimits } from './deadline.ts';
import type { Knowledge } from '../knowledge/knowledge-base.ts';
import { documentLinks } from '../knowledge/document-links.ts';
import { answerText, type AnswerText } from './answer-text.ts';
import { basisOf } from './document-search.ts';
import { prepareQuestion, type PreparedQuestion } from './prepared-question.ts';
import { answerRetries, REFUSALS } from './retries.ts';
import { rounds, type AnswerEnd } from './rounds.ts';
import { usageMeter } from './usage-meter.ts';

export interface ModelAnswererOptions {
  model: LanguageModel;
  knowledge: Knowledge;
  clock: Clock;
  random: Pick<Random, 'bytes'>;
  telemetry: Pick<Telemetry, 'record'>;
  limits?: Partial<AnswerLimits & CircuitLimits>;
  /** The most conversation history in a prompt, in estimated tokens. Default: 6000. */
  historyTokens?: number;
  /** Knowledge up to this length, in estimated tokens, is included whole in every prompt; 0 disables that. */
  wholeKnowledgeTokens: number;
}

const LIMITS = { firstTokenMs: 20_000, answerMs: 90_000, failures: 5, coolDownMs: 30_000 };
const HISTORY_TOKENS = 6000;
/** An estimate: a token has about four bytes of UTF-8, within a factor of two in every script. */
const BYTES_PER_TOKEN = 4;
/** The most circuits. Admins can choose a model for each assistant. */
const MAX_MODELS = 50;

/**
 * Answers with a language model, with time-outs, retries and a circuit breaker. Throws
 * `assistant-unavailable` with a FailureReason. An abort throws the signal's reason and ends the call.
 */
export function modelAnswerer(options: ModelAnswererOptions): Answerer {
  const { model: languageModel, knowledge, clock, historyTokens = HISTORY_TOKENS } = options;
  const limits = { ...LIMITS, ...options.limits };
  const wholeBytes = options.wholeKnowledgeTokens * BYTES_PER_TOKEN;
  const models = lruCache<{ circuit: Circuit; startsHidden: boolean }>(MAX_MODELS);

  return {
    async answer(request, signal, onText, onUsed) {
      signal.throwIfAborted();
      const { model = languageModel.model } = request;
      const usage = usageMeter(model);
      const { addEmbedding } = usage;
      const preparing = prepareQuestion(request, { knowledge, clock, model, wholeBytes, addEmbedding });
      const question = await unlessAborted(signal, preparing);
      const report = (used: AnswerUsage) => {
        if (used.usage.inputTokens + used.usage.outputTokens > 0) onUsed(used);
      };
      const remembered = models(model, () => ({ circuit: CLOSED, startsHidden: false }));
      const admitted = beginCall(remembered.circuit, clock.now());
      if (!admitted) {
        report(usage.take());
        throw unavailable('circuit-open');
      }
      remembered.circuit = admitted;
      let outcome: CallOutcome = 'unknown';
      const deadline = startDeadline(clock, signal, limits);
      try {
        const text = answerText(question.isDraft ? [] : question.search.sections, onText);
        const retryCall = answerRetries(options, deadline);
        const calls = rounds({
          ...{ question, languageModel, historyTokens, deadline, text, usage, retryCall, remembered },
        });
        for (;;) {
          const { done, value } = await calls.next();
          if (done) {
            outcome = 'ok';
            return { ...resultOf(question, value, text), ...usage.take() };
          }
          report(value);
        }
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ModelFailure)) throw error;
        const { reason } = error.facts;
        outcome = outcomeOf(reason);
        throw unavailable(reason, error);
      } finally {
        deadline.end();
        report(usage.take());
        remembered.circuit = afterCall(remembered.circuit, outcome, clock.now(), limits);
      }
    },
  };
}

/** The result of an answer, without its usage. */
function resultOf(question: PreparedQuestion, end: AnswerEnd, text: AnswerText) {
  const { sections: found, whole, search, isDraft, intent } = question;
  const { cited } = text;
  const wantsPerson = intent?.kind === 'person';
  const { requestHuman } = end;
  const links = isDraft ? [] : documentLinks(text.shown(), search.sections);
  return {
    sources: cited.sources(),
    answered: (end.ending === 'complete' || end.ending === 'length') && isSupported(question, end, text),
    ...(end.ending === 'length' && { interrupted: true as const }),
    ...(requestHuman && { requestHuman }),
    // If the model cannot request an agent, the visitor's words decide.
    ...(wantsPerson &&
      (requestHuman || end.isReduced) && { requestHuman: { ...requestHuman, byVisitor: true as const } }),
    ...(text.isTakenBack() && { content: text.shown() }),
    basis: basisOf({ found, whole, search, cited: cited.numbers() }),
    ...(links.length > 0 && { links }),
    given: search.sections.map(({ title, markdown }) => ({ title, markdown })),
  };
}

/**
 * Whether an answer is based on an action's result or on documents, or needs neither. Without documents only
 * small talk is answered.
 */
function isSupported(
  { whole, isDraft, intent }: PreparedQuestion,
  { hasActed }: AnswerEnd,
  { cited }: AnswerText,
): boolean {
  if (hasActed) return true;
  return (isDraft || whole?.length !== 0 || intent !== undefined) && !cited.isUnsupported();
}

/** The outcome for the circuit breaker. A rate limit neither opens nor closes the circuit. */
function outcomeOf(reason: FailureReason): CallOutcome {
  if (REFUSALS.has(reason)) return 'ok';
  return reason === 'rate-limited' ? 'unknown' : 'failed';
}

function unavailable(reason: FailureReason, cause?: unknown): AppError {
  return new AppError('assistant-unavailable', { reason }, { cause });
}
