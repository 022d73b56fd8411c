import * as z from 'zod/mini';
import { NO_USAGE } from '../../domain/cost.ts';
import { ModelFailure } from '../../domain/model-failure.ts';
import type { Usage } from '../../domain/records/token-usage.ts';
import type {
  AnswerEvent,
  AnswerResult,
  LanguageModel,
  ModelQuestion,
  ModelReply,
  ModelTool,
  ModelToolCall,
} from '../../ports.ts';
import { citations } from './citations.ts';
import type { Section } from '../knowledge/markdown-sections.ts';
import { estimatedTokens, REQUEST_HUMAN, type Prompt } from './prompt.ts';

/** One question to a model. */
export interface ModelCall {
  languageModel: LanguageModel;
  model: string;
  prompt: Prompt;
  /** The sections that the citation numbers refer to. */
  sections: readonly Section[];
  /** The tool by which the model requests an agent. */
  tool: ModelTool | undefined;
  signal: AbortSignal;
  /** Called when the model has called the tool, and at its first word. */
  onBegin(spoke: boolean): void;
  /** The default sentences for what the model left out. */
  say(): { filtered: string; personAsked: string; cutShort: string };
}

type Delta = Extract<AnswerEvent, { type: 'delta' }>;

/** The model writes the tool's arguments, so they may be anything. */
const Arguments = z.object({ reason: z.string() });
/** Maximum length of the reason in code points: a note for the agents. */
const MAX_REASON_LENGTH = 200;

/**
 * Calls the model once, yields the text as it arrives, and returns the result or throws a ModelFailure. A
 * filtered answer, one that is cut off, and a tool call without text get a default sentence.
 */
export async function* modelAnswer(call: ModelCall): AsyncGenerator<Delta, AnswerResult> {
  const { languageModel, prompt, tool } = call;
  const cited = citations(call.sections);
  let begun = false;
  let characters = 0;
  const pieces = languageModel.ask(questionOf(call), call.signal);
  let next = await pieces.next();
  try {
    for (; !next.done; next = await pieces.next()) {
      // Leading white space is not shown, and white space alone is no answer.
      const text: string = begun ? next.value : next.value.trimStart();
      // An empty chunk means that the model calls a tool.
      if (!begun && (text !== '' || next.value === '')) call.onBegin(text !== '');
      begun ||= text !== '';
      characters += text.length;
      const shown = cited.push(text);
      if (shown !== '') yield { type: 'delta', content: shown };
    }
  } finally {
    if (!next.done) await pieces.return(EMPTY);
  }
  const reply = next.value;
  const rest = cited.end();
  if (rest !== '') yield { type: 'delta', content: rest };

  const asked = tool && requestHumanIn(reply.toolCalls);
  const ownWords = ownWordsFor(reply, { spoke: characters > 0, asked: asked !== undefined }, call);
  if (ownWords !== undefined) {
    yield { type: 'delta', content: `${characters > 0 ? '\n\n' : ''}${ownWords}` };
  }
  return {
    usage: reply.usage ?? estimatedUsage(prompt, characters),
    model: reply.model,
    sources: cited.sources(),
    ...endedWith(reply.ending),
    ...(asked && { requestHuman: asked }),
  };
}

function questionOf({ model, prompt: { cacheKey, messages }, tool }: ModelCall): ModelQuestion {
  return { model, messages, cacheKey, ...(tool && { tool }) };
}

/** Without reported usage, it is estimated from the lengths of the texts. */
function estimatedUsage({ messages }: Prompt, characters: number): Usage {
  const sent = messages.reduce((total, { content }) => total + content.length, 0);
  return { ...NO_USAGE, inputTokens: estimatedTokens(sent), outputTokens: estimatedTokens(characters) };
}

function endedWith(ending: ModelReply['ending']): Pick<AnswerResult, 'answered' | 'interrupted'> {
  if (ending === 'length') return { answered: true, interrupted: true };
  return { answered: ending === 'complete' };
}

const EMPTY: ModelReply = { ending: 'complete', model: '', usage: undefined, toolCalls: [] };

/** The default sentence to add to an incomplete answer; throws where there is no answer at all. */
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

/**
 * Present where the model called the tool, whatever the arguments. Of several calls the first reason counts.
 */
function requestHumanIn(calls: readonly ModelToolCall[]): { reason?: string } | undefined {
  const own = calls.filter(({ name }) => name === REQUEST_HUMAN);
  if (own.length === 0) return undefined;
  const reason = own.map((call) => reasonIn(call.arguments)).find((text) => text !== undefined);
  return reason === undefined ? {} : { reason };
}

function reasonIn(argumentsText: string): string | undefined {
  const parsed = z.safeParse(Arguments, jsonOrNull(argumentsText));
  if (!parsed.success) return undefined;
  const reason = Array.from(parsed.data.reason.trim()).slice(0, MAX_REASON_LENGTH).join('');
  return reason === '' ? undefined : reason;
}

/** Parses JSON; null where it is invalid. */
function jsonOrNull(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
