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

/** The most calls of the model in one answer: one for each search, one too many, and the last word. */
const MAX_ROUNDS = MAX_SEARCHES + 2;

/** The input of the model's call; a retry may leave out the parts that the model refused. */
export interface ModelCall {
  languageModel: LanguageModel;
  model: string;
  prompt: Prompt;
  tools: readonly ModelTool[];
  /** The actions among the tools. */
  actions?: AnswerActions | undefined;
  signal: AbortSignal;
  /** Called when the model has called a tool, and at its first word. */
  onBegin(spoke: boolean): void;
  /** Called after a round that is followed by another, before its tools are run. */
  onRound(): void;
  /** The model's last reply only closed the block of what it writes to itself; see `visibleText`. */
  startsHidden: boolean;
  /** Called after a reply with text: whether it did so. */
  onStartsHidden(startsHidden: boolean): void;
  onText: OnText;
  /** The default sentences for what the model left out. */
  say(): { filtered: string; personAsked: string; cutShort: string; nothingFound: string };
}

/** The accumulated state of one answer, which a retry continues. */
export interface AnswerProgress {
  rounds: ModelRound[];
  /** Usage of the finished rounds, without what was reported. */
  usage: Usage;
  /** The model of the finished rounds, by the server's name. */
  model?: string;
  /** The end of the text so far. */
  end: string;
  /** The text so far, without what was taken back. */
  shown: string;
  isTakenBack?: true;
  /** An action was called, so that the answer may rest on its result. */
  hasActed?: true;
  cited: Citations;
  search: DocumentSearch;
}

/** An answer before its first output; its citation numbers refer to `sections`. */
export function noProgress(search: DocumentSearch, sections: readonly Section[]): AnswerProgress {
  return { rounds: [], usage: NO_USAGE, end: '', shown: '', cited: citations(sections), search };
}

/**
 * Calls the model until it calls no more tools, pushes the text as it arrives, and returns the result or
 * throws a ModelFailure. A filtered answer, one that is cut off, and a tool call without text get a default
 * sentence. A call of `request_human` ends the answer.
 */
export async function modelAnswer(call: ModelCall, progress: AnswerProgress): Promise<AnswerResult> {
  for (;;) {
    const { reply, text } = await round(call, progress);
    const spoke = text !== '';
    const asked = isKnown(REQUEST_HUMAN, call.tools) ? requestHumanIn(reply.toolCalls) : undefined;
    const wantsMore = !asked && reply.ending === 'complete' && callsOn(reply, spoke, call);
    const isOver = progress.rounds.length + 1 >= mostRounds(call);
    if (!wantsMore || isOver) {
      const isStuck = wantsMore && !spoke;
      const ownWords = isStuck
        ? call.say().nothingFound
        : ownWordsFor(reply, { spoke, asked: asked !== undefined }, call);
      if (ownWords !== undefined) {
        const added = `${progress.end === '' ? '' : '\n\n'}${ownWords}`;
        progress.shown += added;
        call.onText(added);
      }
      return {
        usage: progress.usage,
        model: reply.model,
        sources: progress.cited.sources(),
        ...endedWith(isStuck ? 'refusal' : reply.ending),
        ...(asked && { requestHuman: asked }),
        ...(progress.isTakenBack && { content: progress.shown }),
      };
    }
    call.onRound();
    const calls = await resultsOf(reply.toolCalls, call, progress);
    progress.rounds.push({ text, calls, items: reply.items });
  }
}

/** Calls the model once and pushes its text. */
async function round(
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
    // Leading white space is not shown, and white space without text is not an answer.
    const piece = chunk.trimStart();
    if (piece === '') return;
    call.onBegin(true);
    text = piece;
    show(breakAfter(progress.end));
    show(cited.push(piece));
  };
  /** The text of this round was not for the visitor: what was shown of it is not part of the answer. */
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
    // An empty chunk means that the model calls a tool; hidden text, that it is at work.
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

/**
 * The separator between the text of a round and the one before: a paragraph after a sentence, else a space.
 */
function breakAfter(end: string): string {
  if (end === '' || end.endsWith('\n\n')) return '';
  if (/[.!?…:。！？：।؟\])]\s?$/u.test(end)) return '\n\n';
  return /\s$/.test(end) ? '' : ' ';
}

const mostRounds = ({ actions }: ModelCall) => MAX_ROUNDS + (actions ? MAX_ACTIONS_PER_TURN : 0);

/** Whether tool calls lead to another round. A call of an unknown tool does only where it is all there is. */
function callsOn({ toolCalls }: ModelReply, spoke: boolean, { tools, actions }: ModelCall): boolean {
  const mayCall = actions !== undefined || isKnown(SEARCH_DOCUMENTS, tools);
  if (!mayCall) return false;
  return toolCalls.some(({ name }) => isKnown(name, tools)) || (!spoke && toolCalls.length > 0);
}

const isKnown = (name: string, tools: readonly ModelTool[]) => tools.some((tool) => tool.name === name);

/**
 * Runs the tool calls of a reply, and one that a server sends twice only once. Actions run at the same time,
 * and searches in order, because each numbers its sections after those of the one before.
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

/** Without reported usage, it is estimated from the lengths of the texts. */
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

function endedWith(ending: ModelReply['ending']): Pick<AnswerResult, 'answered' | 'interrupted'> {
  if (ending === 'length') return { answered: true, interrupted: true };
  return { answered: ending === 'complete' };
}

/** The default sentence to add to an incomplete answer; throws if the answer is empty. */
function ownWordsFor(
  { ending }: ModelReply,
  { spoke, asked }: { spoke: boolean; asked: boolean },
  { say }: ModelCall,
): string | undefined {
  if (ending === 'content-filter') return say().filtered;
  if (!spoke && asked) return say().personAsked;
  if (!spoke) throw new ModelFailure({ reason: 'empty' });
  return ending === 'length' ? say().cutShort : undefined;
}
