import { lruCache } from '../../domain/caching.ts';
import { unlessAborted } from '../../domain/concurrency.ts';
import { addUsage, embeddingUsage, NO_USAGE } from '../../domain/cost.ts';
import { AppError } from '../../domain/errors.ts';
import { ModelFailure, type FailureReason } from '../../domain/model-failure.ts';
import type {
  Answerer,
  AnswerRequest,
  AnswerResult,
  AnswerUsage,
  Clock,
  LanguageModel,
  ModelTool,
  Random,
  Telemetry,
} from '../../ports.ts';
import {
  beginCall,
  CLOSED,
  afterCall,
  type CallOutcome,
  type Circuit,
  type CircuitLimits,
} from '../../domain/circuit.ts';
import { startDeadline, type AnswerLimits } from './deadline.ts';
import { intentOf } from '../scripted/intent.ts';
import type { Knowledge } from '../knowledge/base.ts';
import { documentLinks } from '../knowledge/document-links.ts';
import type { FoundSection } from '../knowledge/index.ts';
import type { Section } from '../knowledge/markdown-sections.ts';
import { languageOf } from '../scripted/languages.ts';
import { modelAnswer, noProgress, type AnswerProgress, type ModelCall } from './answer.ts';
import { basisOf, documentSearch } from './document-search.ts';
import { withAgentOffer, phrasesFor } from '../scripted/phrases.ts';
import { promptOf, type PromptOptions } from './prompt.ts';
import { pauseBefore, REFUSALS } from './retries.ts';
import { actionTools, requestHumanTool, SEARCH_TOOL } from './tools.ts';

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
/** The most sections in the basis of an answer from the whole knowledge. */
const MAX_LISTED = 5;
/** An estimate: a token has about four bytes of UTF-8, within a factor of two in every script. */
const BYTES_PER_TOKEN = 4;
/** The most circuits. Admins can choose a model for each assistant. */
const MAX_MODELS = 50;

/** The state that all attempts for one question share. */
interface PreparedQuestion {
  request: AnswerRequest;
  today: string;
  model: string;
  sections: readonly FoundSection[];
  whole: readonly Section[] | undefined;
  isDraft: boolean;
  /** Whether the model can request an agent and search the documents. */
  mayAsk: boolean;
  maySearch: boolean;
  /** The sections in the prompt, in addition to whole knowledge. */
  given: readonly Section[];
  /** The languages of the documents (ISO 639-1); empty with whole knowledge. */
  languages: readonly string[];
  progress: AnswerProgress;
  /** Returns the embedding tokens since the last call, for the questions and the model's searches. */
  takeEmbeddingTokens(): number;
  intent(): ReturnType<typeof intentOf>;
}

/**
 * Answers with a language model, with time-outs, retries and a circuit breaker. Throws
 * `assistant-unavailable` with a FailureReason. An abort throws the signal's reason and ends the call.
 */
export function modelAnswerer(options: ModelAnswererOptions): Answerer {
  const { clock, random, telemetry, knowledge, historyTokens = HISTORY_TOKENS } = options;
  const limits = { ...LIMITS, ...options.limits };
  const circuits = lruCache<{ circuit: Circuit; startsHidden: boolean }>(MAX_MODELS);

  async function prepare(request: AnswerRequest): Promise<PreparedQuestion> {
    const { handoff, model = options.model.model } = request;
    const today = request.today ?? new Date(clock.now()).toISOString().slice(0, 10);
    const index = knowledge(request.knowledge);
    const questions = request.history.filter(({ role }) => role === 'visitor').map(({ content }) => content);
    const isDraft = request.purpose === 'draft';
    const whole = await index.whole(options.wholeKnowledgeTokens * BYTES_PER_TOKEN);
    let embeddingTokens = 0;
    let languages: readonly string[] = [];
    const search = async (queries: readonly string[]) => {
      const searched = await index.search(queries, today);
      embeddingTokens += searched.embeddingTokens;
      languages = searched.languages;
      return searched.sections;
    };
    // If the prompt has the whole knowledge, this search only determines the basis of the answer.
    const sections = await (whole ? index.find(questions, MAX_LISTED, today) : search(questions));
    const documents = documentSearch(whole ?? sections, (query) => search([query]));
    return {
      request,
      today,
      model,
      sections,
      whole,
      isDraft,
      mayAsk: !isDraft && handoff !== 'never',
      maySearch: !isDraft && whole === undefined,
      given: sections,
      languages,
      progress: noProgress(documents, isDraft ? [] : documents.sections),
      takeEmbeddingTokens() {
        const used = embeddingTokens;
        embeddingTokens = 0;
        return used;
      },
      intent: () => intentOf(request.history.at(-1)?.content ?? '', languageOf(request.locale)),
    };
  }

  /** One attempt: pushes text and returns the result. Throws a ModelFailure. */
  async function attempt(
    prepared: PreparedQuestion,
    call: Pick<ModelCall, 'signal' | 'onBegin' | 'onRound' | 'onText' | 'onStartsHidden' | 'startsHidden'>,
  ) {
    const { request, model, sections, whole, isDraft, mayAsk, maySearch, intent, progress } = prepared;
    const { languages } = prepared;
    const { handoff } = request;
    // A retry omits features that the model just refused, also from its instructions.
    const takesTools = options.model.supportsTools(model);
    if (!takesTools && progress.rounds.length > 0) {
      // A model without tools gets the found sections as documents.
      progress.rounds = [];
      prepared.given = [...progress.search.sections];
    }
    const withTool = mayAsk && takesTools;
    const withSearch = maySearch && takesTools;
    const actions = !isDraft && takesTools ? request.actions : undefined;
    const withActions = actions !== undefined;
    const promptOptions = { historyTokens, today: prepared.today, withTool, withSearch, withActions };
    const result = await modelAnswer(
      {
        ...call,
        languageModel: options.model,
        model,
        prompt: promptOf(request, { whole, found: prepared.given, languages }, promptOptions),
        tools: toolsOf(request, promptOptions),
        actions,
        say() {
          const phrases = phrasesFor(intent()?.language ?? request.locale);
          return {
            ...phrases,
            filtered: withAgentOffer(phrases.filtered, phrases, handoff),
            nothingFound: withAgentOffer(phrases.nothingFound, phrases, handoff),
          };
        },
      },
      progress,
    );
    const wantsPerson = intent()?.kind === 'person';
    const { search, cited } = progress;
    const answered = result.answered && isSupported(prepared);
    const basis = basisOf({ found: sections, whole, search, cited: cited.numbers() });
    const links = isDraft ? [] : documentLinks(progress.shown, search.sections);
    const given = search.sections.map(({ title, markdown }) => ({ title, markdown }));
    return {
      ...result,
      ...takeUsage(prepared),
      ...handoffOf(result, { isReduced: mayAsk && !withTool, wantsPerson }),
      answered,
      basis,
      ...(links.length > 0 && { links }),
      given,
    };
  }

  return {
    async answer(request, signal, onText, onUsed) {
      signal.throwIfAborted();
      const prepared = await unlessAborted(signal, prepare(request));
      const reportUsed = () => {
        const used = takeUsage(prepared);
        if (used.usage.inputTokens + used.usage.outputTokens > 0) onUsed(used);
      };
      const shared = circuits(prepared.model, () => ({ circuit: CLOSED, startsHidden: false }));
      const admitted = beginCall(shared.circuit, clock.now());
      if (!admitted) {
        reportUsed();
        throw unavailable('circuit-open');
      }
      shared.circuit = admitted;
      let outcome: CallOutcome = 'unknown';
      const progress = { hasBegun: false };
      const deadline = startDeadline(clock, signal, limits);
      const onBegin = (spoke: boolean) => {
        progress.hasBegun ||= spoke;
        deadline.noteFirstToken();
      };
      const onRound = () => {
        progress.hasBegun = false;
        reportUsed();
      };
      const onStartsHidden = (startsHidden: boolean) => {
        shared.startsHidden = startsHidden;
      };
      try {
        for (let retry = 1; ; retry++) {
          try {
            const { startsHidden } = shared;
            const { signal: timed } = deadline;
            const call = { signal: timed, startsHidden, onBegin, onRound, onStartsHidden, onText };
            const result = await attempt(prepared, call);
            outcome = 'ok';
            return result;
          } catch (error) {
            signal.throwIfAborted();
            if (!(error instanceof ModelFailure)) throw error;
            const { reason, adapted } = error.facts;
            if (adapted && !deadline.timedOut()) {
              retry--;
              continue;
            }
            outcome = outcomeOf(reason);
            if (deadline.timedOut()) throw unavailable('timeout', error);
            const waitMs = progress.hasBegun ? undefined : pauseBefore(retry, error.facts, random);
            if (waitMs === undefined) throw unavailable(reason, error);
            telemetry.record({ type: 'retry', operation: 'assistant', attempt: retry });
            await clock.sleep(waitMs, deadline.signal);
            signal.throwIfAborted();
            if (deadline.timedOut()) throw unavailable(reason, error);
          }
        }
      } finally {
        deadline.end();
        reportUsed();
        shared.circuit = afterCall(shared.circuit, outcome, clock.now(), limits);
      }
    },
  };
}

function toolsOf({ handoff, actions }: AnswerRequest, has: PromptOptions): ModelTool[] {
  return [
    ...(has.withTool ? [requestHumanTool(handoff)] : []),
    ...(has.withSearch ? [SEARCH_TOOL] : []),
    ...(has.withActions && actions ? actionTools(actions) : []),
  ];
}

/** Whether an agent is requested. If the model cannot call tools, the visitor's words decide. */
function handoffOf(
  { requestHuman }: AnswerResult,
  { isReduced, wantsPerson }: { isReduced: boolean; wantsPerson: boolean },
): Pick<AnswerResult, 'requestHuman'> {
  if (!wantsPerson) return {};
  return requestHuman || isReduced ? { requestHuman: { ...requestHuman, byVisitor: true } } : {};
}

/** Returns the usage since the last call, including embedding. */
function takeUsage({ progress, model, takeEmbeddingTokens }: PreparedQuestion): AnswerUsage {
  const { usage } = progress;
  const embeddingTokens = takeEmbeddingTokens();
  progress.usage = NO_USAGE;
  return {
    model: progress.model ?? model,
    usage: addUsage(usage, embeddingUsage(embeddingTokens)),
    ...(embeddingTokens > 0 && { embeddingTokens }),
  };
}

/** Whether an answer is based on an action's result or on documents, or needs neither. */
function isSupported(prepared: PreparedQuestion): boolean {
  const { hasActed, cited } = prepared.progress;
  return hasActed === true || (canAnswer(prepared) && !cited.isUnsupported());
}

/** Without documents only small talk is answered. */
function canAnswer({ whole, isDraft, intent }: PreparedQuestion): boolean {
  return isDraft || whole?.length !== 0 || intent() !== undefined;
}

/** The outcome for the circuit breaker. A rate limit neither opens nor closes the circuit. */
function outcomeOf(reason: FailureReason): CallOutcome {
  if (REFUSALS.has(reason)) return 'ok';
  return reason === 'rate-limited' ? 'unknown' : 'failed';
}

function unavailable(reason: FailureReason, cause?: unknown): AppError {
  return new AppError('assistant-unavailable', { reason }, { cause });
}
