import { lruCache } from '../../domain/caching.ts';
import { AppError } from '../../domain/errors.ts';
import { ModelFailure, type FailureReason } from '../../domain/model-failure.ts';
import type { Answerer, AnswerRequest, Clock, LanguageModel, Random, Telemetry } from '../../ports.ts';
import { beginCall, CLOSED, settle, type CallOutcome, type Circuit, type CircuitLimits } from './circuit.ts';
import { startDeadline, type AnswerLimits } from './deadline.ts';
import { intentOf } from '../scripted/intent.ts';
import { knowledgeBase } from '../knowledge/base.ts';
import { GOOD_FIT } from '../knowledge/index.ts';
import { languageOf } from '../scripted/languages.ts';
import { modelAnswer, type ModelCall } from './answer.ts';
import { orPerson, phrasesFor } from '../scripted/phrases.ts';
import { promptOf, requestHumanTool } from './prompt.ts';

export interface ModelAnswererOptions {
  model: LanguageModel;
  knowledgeDir: string;
  clock: Clock;
  random: Pick<Random, 'bytes'>;
  telemetry: Pick<Telemetry, 'record'>;
  limits?: Partial<AnswerLimits & CircuitLimits>;
  /** The history budget of a prompt, in estimated tokens. */
  historyTokens?: number;
}

const LIMITS = { firstTokenMs: 20_000, answerMs: 90_000, failures: 5, coolDownMs: 30_000 };
const HISTORY_TOKENS = 6000;
const MAX_SECTIONS = 5;
/**
 * Knowledge up to this many characters is sent whole: about as much as the sections found in a larger one.
 */
const SMALL_KNOWLEDGE = 6000;
/** Admins may name a model for each assistant; the number of circuits is limited. */
const MAX_MODELS = 50;

/** Maximum number of retries, before the first word of the model. */
const MAX_RETRIES: Record<FailureReason, number> = {
  'rate-limited': 2,
  'server-error': 2,
  unreachable: 2,
  'broken-stream': 2,
  empty: 1,
  refused: 0,
  'access-denied': 0,
  'model-not-found': 0,
  'wrong-protocol': 0,
  timeout: 0,
  'circuit-open': 0,
};
/** Failures of a healthy server that refuses the call. */
const REFUSALS: ReadonlySet<FailureReason> = new Set(['refused', 'access-denied', 'model-not-found']);
/** The longest pause before the first retry; it doubles with each. */
const BACKOFF_MS = 500;
/** Beyond this `Retry-After` a call is not retried. */
const MAX_RETRY_AFTER_MS = 8000;

/**
 * Answers with a language model. It owns time-outs, retries and the circuit breaker; a failure is
 * `assistant-unavailable` with a FailureReason. An abort throws the signal's reason and ends the call.
 */
export function modelAnswerer(options: ModelAnswererOptions): Answerer {
  const { clock, random, telemetry, historyTokens = HISTORY_TOKENS } = options;
  const limits = { ...LIMITS, ...options.limits };
  const knowledge = knowledgeBase(options.knowledgeDir);
  const circuits = lruCache<{ circuit: Circuit }>(MAX_MODELS);

  /** The pause before a retry; undefined where the call is not retried. */
  function waitBefore(retry: number, { facts }: ModelFailure): number | undefined {
    const { reason, retryAfterMs = 0 } = facts;
    if (retry > MAX_RETRIES[reason] || retryAfterMs > MAX_RETRY_AFTER_MS) return undefined;
    const chance = (random.bytes(1)[0] ?? 0) / 255;
    return retryAfterMs + BACKOFF_MS * 2 ** (retry - 1) * (0.5 + chance / 2);
  }

  /** What all tries of a question share. */
  async function prepare(request: AnswerRequest) {
    const { handover, model = options.model.model } = request;
    const index = knowledge(request.knowledge);
    const questions = request.history.filter(({ role }) => role === 'visitor').map(({ content }) => content);
    const sections = await index.find(questions, MAX_SECTIONS);
    const isDraft = request.purpose === 'draft';
    return {
      request,
      model,
      sections,
      whole: await index.whole(SMALL_KNOWLEDGE),
      isDraft,
      mayAsk: !isDraft && handover !== 'never',
      intent: () => intentOf(request.history.at(-1)?.content ?? '', languageOf(request.locale)),
    };
  }

  /** One try: yields the text and returns the result, or throws a ModelFailure. */
  async function* attempt(
    { request, model, sections, whole, isDraft, mayAsk, intent }: Awaited<ReturnType<typeof prepare>>,
    call: Pick<ModelCall, 'signal' | 'onBegin'>,
  ) {
    const { handover } = request;
    // What the model has just refused is left out of the retry, and of its instructions.
    const withTool = mayAsk && options.model.takesTools(model);
    const result = yield* modelAnswer({
      ...call,
      languageModel: options.model,
      model,
      prompt: promptOf(request, { whole, found: sections }, { historyTokens, withTool }),
      sections: isDraft ? [] : (whole ?? sections),
      tool: withTool ? requestHumanTool(handover) : undefined,
      say() {
        const phrases = phrasesFor(intent()?.language ?? request.locale);
        return { ...phrases, filtered: orPerson(phrases.filtered, phrases, handover) };
      },
    });
    const wantsPerson = intent()?.kind === 'person';
    const grounded = result.sources.length > 0 || sections.some(({ fit }) => fit >= GOOD_FIT);
    const answered = result.answered && (isDraft || grounded || intent() !== undefined);
    return { ...result, ...handoffWithoutTool(mayAsk && !withTool, wantsPerson), answered };
  }

  return {
    async *answer(request, signal) {
      signal.throwIfAborted();
      const prepared = await prepare(request);
      const shared = circuits(prepared.model, () => ({ circuit: CLOSED }));
      const admitted = beginCall(shared.circuit, clock.now());
      if (!admitted) throw unavailable('circuit-open');
      shared.circuit = admitted;
      let outcome: CallOutcome = 'unknown';
      const progress = { hasBegun: false };
      const deadline = startDeadline(clock, signal, limits);
      const onBegin = (spoke: boolean) => {
        progress.hasBegun ||= spoke;
        deadline.heard();
      };
      try {
        for (let retry = 1; ; retry++) {
          try {
            const result = yield* attempt(prepared, { signal: deadline.signal, onBegin });
            outcome = 'ok';
            yield { type: 'done', result };
            return;
          } catch (error) {
            signal.throwIfAborted();
            if (!(error instanceof ModelFailure)) throw error;
            const { reason, adapted } = error.facts;
            if (adapted && !deadline.timedOut()) {
              retry--;
              continue;
            }
            outcome = REFUSALS.has(reason) ? 'ok' : 'failed';
            if (deadline.timedOut()) throw unavailable('timeout', error);
            const waitMs = progress.hasBegun ? undefined : waitBefore(retry, error);
            if (waitMs === undefined) throw unavailable(reason, error);
            telemetry.record({ type: 'retry', operation: 'assistant', attempt: retry });
            await clock.sleep(waitMs, deadline.signal);
            signal.throwIfAborted();
            if (deadline.timedOut()) throw unavailable(reason, error);
          }
        }
      } finally {
        deadline.end();
        shared.circuit = settle(shared.circuit, outcome, clock.now(), limits);
      }
    },
  };
}

/** A model without the tool cannot request an agent: where the visitor's own words do, the adapter does. */
function handoffWithoutTool(isReduced: boolean, wantsPerson: boolean) {
  return isReduced && wantsPerson ? { requestHuman: {} } : {};
}

function unavailable(reason: FailureReason, cause?: unknown): AppError {
  return new AppError('assistant-unavailable', { reason }, { cause });
}
