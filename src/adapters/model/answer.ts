import * as z from 'zod/mini';
import { NO_USAGE } from '../../domain/cost.ts';
import { ModelFailure } from '../../domain/model-failure.ts';
import type {
  AssistantEvent,
  AssistantResult,
  LanguageModel,
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
  /** What the numbers in the answer stand for. */
  sections: readonly Section[];
  /** What the model can call to ask for a person. */
  tool: ModelTool | undefined;
  signal: AbortSignal;
  /** Called when the model has called the tool, and when it has said its first word. */
  onBegin(spoke: boolean): void;
  /** The words for what the model leaves unsaid. */
  say(): { filtered: string; personAsked: string; cutShort: string };
}

type Delta = Extract<AssistantEvent, { type: 'delta' }>;

/** The tool's arguments are the model's writing: they may be anything. */
const Arguments = z.object({ reason: z.string() });
/** A reason is a note for the team, in code points; models ramble. */
const MAX_REASON_LENGTH = 200;

/**
 * Asks once, yields the text as it comes and returns what became of it, or throws a ModelFailure. What the content
 * filter stops, what is cut short, and a call of the tool without a word, get a sentence of our own.
 */
export async function* modelAnswer(call: ModelCall): AsyncGenerator<Delta, AssistantResult> {
  const { languageModel, model, prompt, tool } = call;
  const cited = citations(call.sections);
  let begun = false;
  let characters = 0;
  const { cacheKey, messages } = prompt;
  const question = { model, messages, cacheKey, ...(tool && { tool }) };
  const pieces = languageModel.ask(question, call.signal);
  let next = await pieces.next();
  try {
    for (; !next.done; next = await pieces.next()) {
      // White space before the first word is nothing to show, and alone it is no answer.
      const text: string = begun ? next.value : next.value.trimStart();
      // An empty piece says that the model calls a tool.
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
  const sent = messages.reduce((total, { content }) => total + content.length, 0);
  return {
    // A server that reports no usage is charged for by the length of the texts.
    usage: reply.usage ?? {
      ...NO_USAGE,
      inputTokens: estimatedTokens(sent),
      outputTokens: estimatedTokens(characters),
    },
    model: reply.model,
    sources: cited.sources(),
    answered: reply.ending === 'complete' || reply.ending === 'length',
    ...(reply.ending === 'length' && { interrupted: true }),
    ...(asked && { requestHuman: asked }),
  };
}

const EMPTY: ModelReply = { ending: 'complete', model: '', usage: undefined, toolCalls: [] };

/** What is said in words of our own, where the model has not said all itself; throws where it has said nothing at all. */
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

/** Present where the model called the tool, whatever it wrote as arguments. Of several calls the first reason counts. */
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

/** The value that a text is the JSON of; null where it is none. */
function jsonOrNull(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
