import { addUsage, NO_USAGE } from '../../domain/cost.ts';
import { ModelFailure } from '../../domain/model-failure.ts';
import type { Usage } from '../../domain/records/token-usage.ts';
import type {
  AnswerActions,
  AnswerResult,
  LanguageModel,
  ModelRequest,
  ModelReply,
  ModelRound,
  ModelTool,
  ModelToolCall,
  OnText,
} from '../../ports.ts';
import { citations, type Citations } from './citations.ts';
import type { DocumentSearch } from './document-search.ts';
import type { Section } from '../knowledge/markdown-sections.ts';
import { visibleText } from './hidden-text.ts';
import { estimatedTokens, type Prompt } from './prompt.ts';
import { MAX_ACTIONS_PER_TURN } from '../../domain/records/action.ts';
import { actionTools, MAX_SEARCHES, REQUEST_HUMAN, requestHumanIn, SEARCH_DOCUMENTS } from './tools.ts';

/** The most model calls of one answer: one per search, one call too many, and the final text. */
const MAX_ROUNDS = MAX_SEARCHES + 2;

/** The input of a model call. A retry can leave out parts that the model refused. */
export interface ModelCall {
  languageModel: LanguageModel;
  model: string;
  prompt: Prompt;
  tools: readonly ModelTool[];
  /** Actions that the model can call as tools. */
  actions?: AnswerActions | undefined;
  signal: AbortSignal;
  /** Called when the model begins: with a tool call (`spoke` is false), or with its first word. */
  onBegin(spoke: boolean): void;
  /** Called after a round that is followed by another one, before its tools run. */
  onRound(): void;
  /** The model's previous reply only closed its hidden block without opening it; see `visibleText`. */
  startsHidden: boolean;
  /** Called after a reply with text, with whether it closed a block that it did not open. */
  onStartsHidden(startsHidden: boolean): void;
  onText: OnText;
  /** Default texts for parts that the model left out. */
  say(): { filtered: string; personAsked: string; cutShort: string; nothingFound: string };
}

/** The state of one answer, which a retry continues. */
export interface AnswerProgress {
  rounds: ModelRound[];
  /** The usage of finished rounds that was not reported yet. */
  usage: Usage;
  /** The model's name in the finished rounds, as the server sends it. */
  model?: string;
  /** The last characters of the text so far. */
  end: string;
  /** The text so far, without retracted parts. */
  shown: string;
  isTakenBack?: true;
  /** Set if an action was called, so that the answer can be based on its result. */
  hasActed?: true;
  cited: Citations;
  search: DocumentSearch;
}

/** The state before the first output; citation numbers refer to `sections`. */
export function noProgress(search: DocumentSearch, sections: readonly Section[]): AnswerProgress {
  return { rounds: [], usage: NO_USAGE, end: '', shown: '', cited: citations(sections), search };
}

/**
 * Calls the model until it calls no more tools, and pushes the text as it arrives. An answer that is
 * filtered, cut off, or only a tool call gets a default text. A call of `request_human` ends the answer.
 * Throws a ModelFailure.
 */
export async function modelAnswer(call: ModelCall, progress: AnswerProgress): Promise<AnswerResult> {
  for (;;) {
    const { reply, text } = await callModel(call, progress);
    const spoke = text !== '';
    const asked = isKnown(REQUEST_HUMAN, call.tools) ? requestHumanIn(reply.toolCalls) : undefined;
    const wantsMore = !asked && reply.ending === 'complete' && startsAnotherRound(reply, spoke, call);
    const isOver = progress.rounds.length + 1 >= maxRounds(call);
    if (!wantsMore || isOver) {
      const isStuck = wantsMore && !spoke;
      const ownWords = isStuck
        ? call.say().nothingFound
        : defaultTextFor(reply, { spoke, asked: asked !== undefined }, call);
      if (ownWords !== undefined) {
        const added = `${progress.end === '' ? '' : '\n\n'}${ownWords}`;
        progress.shown += added;
        call.onText(added);
      }
      return {
        usage: progress.usage,
        model: reply.model,
        sources: progress.cited.sources(),
        ...endingFields(isStuck ? 'refusal' : reply.ending),
        ...(asked && { requestHuman: asked }),
        ...(progress.isTakenBack && { content: progress.shown }),
      };
    }
    call.onRound();
    const calls = await resultsOf(reply.toolCalls, call, progress);
    progress.rounds.push({ text, calls, items: reply.items });
  }
}

/** Makes one model call and pushes its text. */
async function callModel(
  call: ModelCall,
  progress: AnswerProgress,
): Promise<{ reply: ModelReply; text: string }> {
  const question = questionOf(call, progress);
  const { cited, end, shown } = progress;
  const visible = visibleText(call.startsHidden);
  let text = '';
  const show = (piece: string) => {
    if (piece === '') return;
    progress.end = piece.length > 1 ? piece.slice(-2) : `${progress.end}${piece}`.slice(-2);
    progress.shown += piece;
    call.onText(piece);
  };
  const take = (chunk: string) => {
    if (text !== '') {
      text += chunk;
      show(cited.push(chunk));
      return;
    }
    // Leading white space is dropped, and an answer of white space counts as empty.
    const piece = chunk.trimStart();
    if (piece === '') return;
    call.onBegin(true);
    text = piece;
    show(breakAfter(progress.end));
    show(cited.push(piece));
  };
  /** Discards the text of this round, which was not meant for the visitor. */
  const forgetCited = cited.savepoint();
  const takeBack = () => {
    forgetCited();
    text = '';
    Object.assign(progress, { end, shown, isTakenBack: true });
  };
  let isTakenBack = false;
  const reply = await call.languageModel.complete(question, call.signal, (chunk) => {
    const piece = visible.push(chunk);
    if (visible.closedUnopened() && !call.startsHidden && !isTakenBack) {
      isTakenBack = true;
      takeBack();
    }
    // An empty chunk means that the model calls a tool. Hidden text means that it is thinking.
    if (chunk === '' || piece === '') call.onBegin(false);
    take(piece);
  });
  take(visible.end());
  show(cited.end());
  if (text !== '') call.onStartsHidden(visible.closedUnopened());
  progress.usage = addUsage(progress.usage, reply.usage ?? estimatedUsage(question, text));
  progress.model = reply.model;
  return { reply, text };
}

/** The separator between the texts of two rounds: a paragraph break after a sentence, otherwise a space. */
function breakAfter(end: string): string {
  if (end === '' || end.endsWith('\n\n')) return '';
  if (/[.!?…:。！？：।؟\])]\s?$/u.test(end)) return '\n\n';
  return /\s$/.test(end) ? '' : ' ';
}

const maxRounds = ({ actions }: ModelCall) => MAX_ROUNDS + (actions ? MAX_ACTIONS_PER_TURN : 0);

/**
 * Whether tool calls start another round. The call of an unknown tool does so only if the reply has nothing
 * else.
 */
function startsAnotherRound(
  { toolCalls }: ModelReply,
  spoke: boolean,
  { tools, actions }: ModelCall,
): boolean {
  const mayCall = actions !== undefined || isKnown(SEARCH_DOCUMENTS, tools);
  if (!mayCall) return false;
  return toolCalls.some(({ name }) => isKnown(name, tools)) || (!spoke && toolCalls.length > 0);
}

const isKnown = (name: string, tools: readonly ModelTool[]) => tools.some((tool) => tool.name === name);

/**
 * Runs the tool calls of a reply; duplicates run once. Actions run concurrently. Searches run in order,
 * because each continues the section numbers of the previous one.
 */
async function resultsOf(
  toolCalls: readonly ModelToolCall[],
  { actions, signal }: ModelCall,
  progress: AnswerProgress,
): Promise<ModelRound['calls']> {
  const calls = toolCalls.filter(({ id }, at) => toolCalls.findIndex((one) => one.id === id) === at);
  let searched: Promise<unknown> = Promise.resolve();
  const results = calls.map((call) => {
    if (actions && actionTools(actions).some(({ name }) => name === call.name)) {
      progress.hasActed = true;
      return actions.call(call.name, call.arguments, signal);
    }
    const found = searched.then(() => progress.search.run(call));
    searched = found;
    return found;
  });
  const texts = await Promise.all(results);
  return calls.map((call, at) => ({ ...call, result: texts[at] ?? '' }));
}

function questionOf(
  { model, prompt: { cacheKey, messages }, tools }: ModelCall,
  { rounds }: AnswerProgress,
): ModelRequest {
  return {
    model,
    messages,
    cacheKey,
    ...(rounds.length > 0 && { rounds }),
    ...(tools.length > 0 && { tools }),
  };
}

/** Estimates the usage from the lengths of the texts, if the server did not report it. */
function estimatedUsage({ messages, rounds = [] }: ModelRequest, text: string): Usage {
  const sent = [
    ...messages.map(({ content }) => content),
    ...rounds.flatMap((it) => [it.text, ...it.calls.flatMap((one) => [one.arguments, one.result])]),
  ];
  return {
    ...NO_USAGE,
    inputTokens: estimatedTokens(sent.join('')),
    outputTokens: estimatedTokens(text),
  };
}

function endingFields(ending: ModelReply['ending']): Pick<AnswerResult, 'answered' | 'interrupted'> {
  if (ending === 'length') return { answered: true, interrupted: true };
  return { answered: ending === 'complete' };
}

/**
 * The default text for an incomplete answer; undefined for a complete one. Throws a ModelFailure if the
 * answer is empty.
 */
function defaultTextFor(
  { ending }: ModelReply,
  { spoke, asked }: { spoke: boolean; asked: boolean },
  { say }: ModelCall,
): string | undefined {
  if (ending === 'content-filter') return say().filtered;
  if (!spoke && asked) return say().personAsked;
  if (!spoke) throw new ModelFailure({ reason: 'empty' });
  return ending === 'length' ? say().cutShort : undefined;
}
