import { MAX_ACTIONS_PER_TURN } from '../../actions/records/action.ts';
import type {
  AnswerActions,
  AnswerResult,
  AnswerUsage,
  LanguageModel,
  ModelReply,
  ModelRequest,
  ModelRound,
  ModelTool,
  ModelToolCall,
} from '../../ports.ts';
import type { Usage } from '../../spending/records/token-usage.ts';
import { NO_USAGE } from '../../spending/rules/cost.ts';
import { ModelFailure } from '../../spending/rules/model-failure.ts';
import { phrasesFor, withAgentOffer } from '../scripted/phrases.ts';
import type { AnswerText } from './answer-text.ts';
import type { Deadline } from './deadline.ts';
import type { PreparedQuestion } from './prepared-question.ts';
import { estimatedTokens, promptOf } from './prompt.ts';
import type { RetryCall } from './retries.ts';
import {
  actionTools,
  MAX_SEARCHES,
  REQUEST_HUMAN,
  requestHumanIn,
  requestHumanTool,
  SEARCH_DOCUMENTS,
  SEARCH_TOOL,
} from './tools.ts';
import type { UsageMeter } from './usage-meter.ts';

/** The most model calls of one answer: one per search, one call too many, and the final text. */
const MAX_ROUNDS = MAX_SEARCHES + 2;

/** The parts of one answer. */
export interface AnswerParts {
  question: PreparedQuestion;
  languageModel: LanguageModel;
  /** The most conversation history in a prompt, in estimated tokens. */
  historyTokens: number;
  /** Whether the model's replies only close their hidden block; see `visibleText`. The rounds update it. */
  remembered: { startsHidden: boolean };
  deadline: Deadline;
  text: AnswerText;
  usage: UsageMeter;
  retryCall: RetryCall;
}

export interface AnswerEnd {
  ending: ModelReply['ending'];
  requestHuman: AnswerResult['requestHuman'] | undefined;
  /** The model could not request an agent, because it takes no tools. */
  isReduced: boolean;
  /** Whether an action was called, so that the answer can be based on its result. */
  hasActed: boolean;
}

/** The tools that a call offers to the model. */
interface Offered {
  takesTools: boolean;
  withTool: boolean;
  withSearch: boolean;
  actions: AnswerActions | undefined;
  tools: readonly ModelTool[];
}

/** A finished model call; without `end`, its tools are run for the next one. */
interface Round {
  text: string;
  reply: ModelReply;
  actions: AnswerActions | undefined;
  end: AnswerEnd | undefined;
}

/**
 * Calls the model until it calls no more tools. Yields the usage of each call that is followed by another
 * one, before its tools run. A failed call is retried with the rounds before it. Throws a ModelFailure.
 */
export async function* rounds(parts: AnswerParts): AsyncGenerator<AnswerUsage, AnswerEnd, void> {
  let earlier: readonly ModelRound[] = [];
  for (;;) {
    const round = await parts.retryCall(() => callModel(parts, earlier), parts.text.hasSpoken);
    if (round.end) return round.end;
    yield parts.usage.take();
    const { text, reply, actions } = round;
    const calls = await resultsOf(reply.toolCalls, actions, parts);
    earlier = [...earlier, { text, calls, items: reply.items }];
  }
}

/** Makes one model call, and pushes its text. */
async function callModel(parts: AnswerParts, earlier: readonly ModelRound[]): Promise<Round> {
  const { question, languageModel, remembered, deadline, usage } = parts;
  const offered = offeredTo(question, languageModel.supportsTools(question.model));
  const sent = requestOf(parts, offered, earlier);
  const written = parts.text.startRound(remembered.startsHidden);
  const reply = await languageModel.complete(sent, deadline.signal, (chunk) => {
    if (written.push(chunk)) deadline.noteFirstToken();
  });
  const text = written.end();
  if (text !== '') remembered.startsHidden = written.closedUnopened();
  usage.addCall(reply.model, reply.usage ?? estimatedUsage(sent, text));
  const end = endOf({ reply, text, offered, earlier }, parts);
  return { text, reply, actions: offered.actions, end };
}

function offeredTo({ request, isDraft, mayAsk, maySearch }: PreparedQuestion, takesTools: boolean): Offered {
  const withTool = mayAsk && takesTools;
  const withSearch = maySearch && takesTools;
  const actions = isDraft || !takesTools ? undefined : request.actions;
  const tools = [
    ...(withTool ? [requestHumanTool(request.handoff)] : []),
    ...(withSearch ? [SEARCH_TOOL] : []),
    ...(actions ? actionTools(actions) : []),
  ];
  return { takesTools, withTool, withSearch, actions, tools };
}

/**
 * The request of a call. If the model no longer takes tools, the sections that its searches found are
 * documents in the prompt instead of earlier rounds.
 */
function requestOf(
  { question, historyTokens }: AnswerParts,
  { takesTools, withTool, withSearch, actions, tools }: Offered,
  earlier: readonly ModelRound[],
): ModelRequest {
  const { request, model, today, sections, whole, languages, search } = question;
  const found = takesTools || earlier.length === 0 ? sections : search.sections;
  const { messages, cacheKey } = promptOf(
    request,
    { whole, found, languages },
    { historyTokens, today, withTool, withSearch, withActions: actions !== undefined },
  );
  return {
    model,
    messages,
    cacheKey,
    ...(takesTools && earlier.length > 0 && { rounds: earlier }),
    ...(tools.length > 0 && { tools }),
  };
}

interface FinishedCall {
  reply: ModelReply;
  text: string;
  offered: Offered;
  earlier: readonly ModelRound[];
}

/**
 * How a call ends the answer; undefined if its tools are run for another call. An answer that is filtered,
 * cut off, or only a tool call gets a default text. A call of `request_human` ends the answer.
 */
function endOf(call: FinishedCall, { question, text }: AnswerParts): AnswerEnd | undefined {
  const { reply, offered, earlier } = call;
  const { tools, actions, withTool } = offered;
  const spoke = call.text !== '';
  const requestHuman = isIn(tools, REQUEST_HUMAN) ? requestHumanIn(reply.toolCalls) : undefined;
  const wantsMore = !requestHuman && reply.ending === 'complete' && callsTools(reply, spoke, offered);
  const maxRounds = MAX_ROUNDS + (actions ? MAX_ACTIONS_PER_TURN : 0);
  if (wantsMore && earlier.length + 1 < maxRounds) return undefined;
  const isStuck = wantsMore && !spoke;
  const own = isStuck
    ? defaultTexts(question).nothingFound
    : defaultText(reply, { spoke, asked: requestHuman !== undefined }, question);
  if (own !== undefined) text.add(own);
  return {
    ending: isStuck ? 'refusal' : reply.ending,
    requestHuman,
    isReduced: question.mayAsk && !withTool,
    hasActed: earlier.some(({ calls }) => calls.some(({ name }) => isAction(question.request.actions, name))),
  };
}

/**
 * Whether a reply calls tools that start another round. The call of an unknown tool does so only if the reply
 * has nothing else.
 */
function callsTools({ toolCalls }: ModelReply, spoke: boolean, { tools, actions }: Offered): boolean {
  const mayCall = actions !== undefined || isIn(tools, SEARCH_DOCUMENTS);
  if (!mayCall) return false;
  return toolCalls.some(({ name }) => isIn(tools, name)) || (!spoke && toolCalls.length > 0);
}

const isIn = (tools: readonly ModelTool[], name: string) => tools.some((tool) => tool.name === name);

const isAction = (actions: AnswerActions | undefined, name: string): boolean =>
  actions !== undefined && isIn(actionTools(actions), name);

/**
 * Runs the tool calls of a reply; duplicates run once. Actions run concurrently. Searches run in order,
 * because each continues the section numbers of the previous one.
 */
async function resultsOf(
  toolCalls: readonly ModelToolCall[],
  actions: AnswerActions | undefined,
  { deadline, question }: AnswerParts,
): Promise<ModelRound['calls']> {
  const calls = toolCalls.filter(({ id }, at) => toolCalls.findIndex((one) => one.id === id) === at);
  let searched: Promise<unknown> = Promise.resolve();
  const results = calls.map((call) => {
    if (actions && isAction(actions, call.name)) {
      return actions.call(call.name, call.arguments, deadline.signal);
    }
    const found = searched.then(() => question.search.run(call));
    searched = found;
    return found;
  });
  const texts = await Promise.all(results);
  return calls.map((call, at) => ({ ...call, result: texts[at] ?? '' }));
}

/** Estimates the usage from the lengths of the texts, if the server did not report it. */
function estimatedUsage({ messages, rounds: earlier = [] }: ModelRequest, text: string): Usage {
  const sent = [
    ...messages.map(({ content }) => content),
    ...earlier.flatMap((it) => [it.text, ...it.calls.flatMap((one) => [one.arguments, one.result])]),
  ];
  return {
    ...NO_USAGE,
    inputTokens: estimatedTokens(sent.join('')),
    outputTokens: estimatedTokens(text),
  };
}

/**
 * The default text for an incomplete answer; undefined for a complete one. Throws a ModelFailure if the
 * answer is empty.
 */
function defaultText(
  { ending }: ModelReply,
  { spoke, asked }: { spoke: boolean; asked: boolean },
  question: PreparedQuestion,
): string | undefined {
  if (ending === 'content-filter') return defaultTexts(question).filtered;
  if (!spoke && asked) return defaultTexts(question).personAsked;
  if (!spoke) throw new ModelFailure({ reason: 'empty' });
  return ending === 'length' ? defaultTexts(question).cutShort : undefined;
}

/** The texts for parts that a model left out, in the visitor's language. */
function defaultTexts({ request, intent }: PreparedQuestion) {
  const phrases = phrasesFor(intent?.language ?? request.locale);
  return {
    ...phrases,
    filtered: withAgentOffer(phrases.filtered, phrases, request.handoff),
    nothingFound: withAgentOffer(phrases.nothingFound, phrases, request.handoff),
  };
}
