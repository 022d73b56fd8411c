import * as z from 'zod/mini';
import type { Usage } from '../../domain/cost.ts';
import { StreamError } from './openai-failure.ts';
import { REQUEST_HUMAN } from './prompt.ts';

const text = z.nullish(z.string());
const ToolCalls = z.array(z.object({ function: z.nullish(z.object({ name: text, arguments: text })) }));
const count = z.int().check(z.nonnegative());
const ReportedUsage = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.nullish(z.object({ cached_tokens: z.nullish(count) })),
});

/** The tool's arguments are the model's writing: they may be anything. */
const Arguments = z.object({ reason: z.string() });
/** A reason is a note for the team, in code points; models ramble. */
const MAX_REASON_LENGTH = 200;

/** What a streamed completion has said so far. */
export interface Completion {
  /** Takes the data of one event in and tells the text in it; empty where there is none. Throws at what is no chunk. */
  take(data: string): string;
  /** Why the model stopped; undefined as long as it has not. */
  finishReason(): string | undefined;
  /** Present where the model called the tool, whatever it wrote as arguments. */
  requestHuman(): { reason?: string } | undefined;
  /** Undefined where the server sent none, or nonsense. */
  usage(): Usage | undefined;
}

/** Gathers what the events of one completion say. */
export function completion(): Completion {
  let finishReason: string | undefined;
  let called = false;
  let argumentsText = '';
  let reported: unknown;

  function takeCalls(calls: z.output<typeof ToolCalls>): void {
    for (const call of calls) {
      // The name comes with a call's first piece alone.
      if (call.function?.name === REQUEST_HUMAN) called = true;
      argumentsText += call.function?.arguments ?? '';
    }
  }

  return {
    take(data) {
      if (data === '[DONE]') {
        finishReason ??= 'stop';
        return '';
      }
      const { error, usage, choices }: Fields = fieldsOf(JSON.parse(data));
      if (error) throw new StreamError(error);
      if (usage) reported = usage;
      if (!Array.isArray(choices) || choices.length === 0) return '';
      const { delta, finish_reason }: Fields = fieldsOf(choices[0]);
      if (typeof finish_reason === 'string') finishReason = finish_reason;
      if (!delta) return '';
      const { content, tool_calls }: Fields = fieldsOf(delta);
      if (tool_calls) takeCalls(z.parse(ToolCalls, tool_calls));
      return typeof content === 'string' ? content : '';
    },
    finishReason: () => finishReason,
    requestHuman() {
      if (!called) return undefined;
      const reason = reasonIn(argumentsText);
      return reason === undefined ? {} : { reason };
    },
    usage() {
      const parsed = z.safeParse(ReportedUsage, reported);
      if (!parsed.success) return undefined;
      const { prompt_tokens, completion_tokens, prompt_tokens_details } = parsed.data;
      return {
        inputTokens: prompt_tokens,
        outputTokens: completion_tokens,
        cachedInputTokens: Math.min(prompt_tokens, prompt_tokens_details?.cached_tokens ?? 0),
      };
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object, by hand: this runs several times for each token of every answer. */
function fieldsOf(value: unknown): Fields {
  if (!isObject(value)) throw new TypeError('A chunk of a completion is an object.');
  return value;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
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
