import type OpenAI from 'openai';
import * as z from 'zod/mini';
import type { Usage } from '../../spending/records/token-usage.ts';
import type { ModelEnding, ModelMessage, ModelRequest, ModelToolCall } from '../../ports.ts';
import { StreamError, WrongProtocol } from './failure.ts';
import { fieldsOf, isFields, jsonIn, textOf, type Fields } from './fields.ts';
import type { AnswerReader, Protocol, CallParameters } from './protocol.ts';

const count = z.int().check(z.nonnegative());
const ReportedUsage = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.nullish(
    z.object({ cached_tokens: z.nullish(count), cache_write_tokens: z.nullish(count) }),
  ),
});

const ENDINGS = new Map<string, ModelEnding>([
  ['length', 'length'],
  ['content_filter', 'content-filter'],
]);

/** The Chat Completions API. Most self-hosted servers support it, and many support no other. */
export const chatCompletions: Protocol = {
  send: (client, request, terms, signal) =>
    client.chat.completions.create({ ...bodyOf(request, terms), stream: true }, { signal }).asResponse(),
  reader,
};

function bodyOf(request: ModelRequest, terms: CallParameters): OpenAI.ChatCompletionCreateParams {
  const { model, maxOutputTokens, effort, isKnown, reductions } = terms;
  const reasoning = reductions.get('reasoning');
  const sentEffort = reasoning ? reasoning.instead : effort;
  const limit = reductions.get('max_output_tokens');
  // All servers accept the older name, except for OpenAI's newest models, which only accept the newer one.
  const takesNewName = isKnown !== (limit?.instead === 'renamed');
  return {
    model,
    messages: [...(isKnown ? request.messages : withOneSystemMessage(request)), ...roundsOf(request)],
    ...(!reductions.has('stream_options') && { stream_options: { include_usage: true } }),
    ...(!reductions.has('store') && { store: false }),
    ...((!limit || limit.instead) && {
      [takesNewName ? 'max_completion_tokens' : 'max_tokens']: maxOutputTokens,
    }),
    ...(sentEffort && sentEffort !== 'renamed' && { reasoning_effort: sentEffort }),
    ...(isKnown && !reductions.has('prompt_cache_key') && cacheKeyOf(request)),
    ...(!reductions.has('tools') && toolsOf(request)),
  };
}

const cacheKeyOf = ({ cacheKey }: ModelRequest) => cacheKey !== undefined && { prompt_cache_key: cacheKey };

const toolsOf = ({ tools }: ModelRequest) =>
  tools && { tools: tools.map((tool) => ({ type: 'function' as const, function: { ...tool } })) };

function roundsOf({ rounds = [] }: ModelRequest): OpenAI.ChatCompletionMessageParam[] {
  return rounds.flatMap(({ text, calls }) => [
    {
      role: 'assistant' as const,
      content: text === '' ? null : text,
      tool_calls: calls.map(({ id, name, arguments: written }) => ({
        id,
        type: 'function' as const,
        // Invalid JSON would break the chat templates of many open models, which parse it.
        function: { name, arguments: isFields(jsonIn(written)) ? written : '{}' },
      })),
    },
    ...calls.map(({ id, result }) => ({ role: 'tool' as const, tool_call_id: id, content: result })),
  ]);
}

/** Merges all system messages into the first message, because many chat templates accept no others. */
function withOneSystemMessage({ messages }: ModelRequest): ModelMessage[] {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const others = messages.filter(({ role }) => role !== 'system');
  return system.length > 0 ? [{ role: 'system', content: system.join('\n\n') }, ...others] : others;
}

function reader(): AnswerReader {
  let ended: ModelEnding | undefined;
  let refused = false;
  let model: string | undefined;
  let reported: unknown;
  /** By index, because chunks of several calls can alternate. */
  const calls = new Map<unknown, ModelToolCall>();

  function takeCalls(pieces: unknown): void {
    if (!Array.isArray(pieces)) throw new TypeError('Tool calls are a list.');
    for (const piece of pieces) {
      const { index, id, function: called }: Fields = fieldsOf(piece);
      const { name, arguments: text }: Fields = isFields(called) ? called : {};
      const call = calls.get(index ?? 0) ?? { id: `call_${calls.size + 1}`, name: '', arguments: '' };
      // Only the first chunk of a call has its id and name.
      calls.set(index ?? 0, {
        id: textOf(id) || call.id,
        name: textOf(name) || call.name,
        arguments: call.arguments + textOf(text),
      });
    }
  }

  /** Processes a chunk and returns its text. */
  function takeChoice({ delta, finish_reason }: Fields): string {
    if (typeof finish_reason === 'string') ended = ENDINGS.get(finish_reason) ?? 'complete';
    if (!delta) return '';
    const { content, refusal, tool_calls }: Fields = fieldsOf(delta);
    if (tool_calls) takeCalls(tool_calls);
    if (typeof refusal === 'string' && refusal !== '') {
      refused = true;
      return refusal;
    }
    return contentOf(content);
  }

  return {
    take(data) {
      if (data === '[DONE]') {
        ended ??= 'complete';
        return '';
      }
      const event: Fields = fieldsOf(JSON.parse(data));
      const { error, usage, choices } = event;
      if (error) throw new StreamError(error);
      if (!('choices' in event) && !('usage' in event)) throw new WrongProtocol();
      if (usage) reported = usage;
      if (typeof event['model'] === 'string' && event['model'] !== '') model ??= event['model'];
      return Array.isArray(choices) && choices.length > 0 ? takeChoice(fieldsOf(choices[0])) : '';
    },
    callsTool: () => calls.size > 0,
    ending: () => (ended === 'complete' && refused ? 'refusal' : ended),
    toolCalls: () => [...calls.values()],
    items: () => [],
    model: () => model,
    usage() {
      const parsed = z.safeParse(ReportedUsage, reported);
      if (!parsed.success) return undefined;
      const { prompt_tokens, completion_tokens, prompt_tokens_details: details } = parsed.data;
      return usageOf(prompt_tokens, completion_tokens, details?.cached_tokens, details?.cache_write_tokens);
    },
  };
}

/**
 * The text of a message. Some servers with reasoning models send a list of parts, including the reasoning.
 */
function contentOf(content: unknown): string {
  if (!Array.isArray(content)) return textOf(content);
  return content
    .map((part: unknown) => (isFields(part) && part['type'] === 'text' ? textOf(part['text']) : ''))
    .join('');
}

/** Normalizes reported usage, so that no part exceeds its total. */
export function usageOf(
  inputTokens: number,
  outputTokens: number,
  cached: number | null | undefined,
  written: number | null | undefined,
): Usage {
  const cachedInputTokens = Math.min(inputTokens, cached ?? 0);
  const cacheWriteTokens = Math.min(inputTokens - cachedInputTokens, written ?? 0);
  return {
    inputTokens,
    outputTokens,
    cachedInputTokens,
    ...(cacheWriteTokens > 0 && { cacheWriteTokens }),
  };
}
