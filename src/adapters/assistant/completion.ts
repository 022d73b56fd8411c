import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import * as z from 'zod/mini';
import type { Usage } from '../../domain/cost.ts';
import { REQUEST_HUMAN } from './prompt.ts';

/** The tool's arguments are the model's writing: they may be anything. */
const Arguments = z.object({ reason: z.string() });
/** A reason is a note for the team, in code points; models ramble. */
const MAX_REASON_LENGTH = 200;

const count = z.int().check(z.nonnegative());
const ReportedUsage = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.nullish(z.object({ cached_tokens: z.nullish(count) })),
});

/** What a streamed completion has said so far. */
export interface Completion {
  /** Takes a chunk in and tells the text in it; empty where there is none. */
  take(chunk: ChatCompletionChunk): string;
  /** Why the model stopped; undefined as long as it has not. */
  finishReason(): string | undefined;
  /** Present where the model called the tool, whatever it wrote as arguments. */
  requestHuman(): { reason?: string } | undefined;
  /** Undefined where the server sent none, or nonsense. */
  usage(): Usage | undefined;
}

/** Gathers what the chunks of one completion say. Servers leave out and make up fields, so nothing is taken for granted. */
export function completion(): Completion {
  let finishReason: string | undefined;
  let called = false;
  let argumentsText = '';
  let reported: unknown;

  return {
    take(chunk) {
      if (chunk.usage) reported = chunk.usage;
      const choice = chunk.choices?.[0];
      if (!choice) return '';
      if (choice.finish_reason) finishReason = choice.finish_reason;
      const { delta } = choice;
      for (const call of delta?.tool_calls ?? []) {
        // The name comes with a call's first piece alone.
        if (call.function?.name === REQUEST_HUMAN.function.name) called = true;
        argumentsText += call.function?.arguments ?? '';
      }
      return typeof delta?.content === 'string' ? delta.content : '';
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

function reasonIn(argumentsText: string): string | undefined {
  const parsed = z.safeParse(z.pipe(z.pipe(z.string(), z.transform(json)), Arguments), argumentsText);
  if (!parsed.success) return undefined;
  const reason = Array.from(parsed.data.reason.trim()).slice(0, MAX_REASON_LENGTH).join('');
  return reason === '' ? undefined : reason;
}

/** The value that a text is the JSON of; null where it is not JSON. */
function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
