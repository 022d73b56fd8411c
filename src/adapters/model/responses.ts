import type OpenAI from 'openai';
import * as z from 'zod/mini';
import type { ModelEnding, ModelRequest, ModelRound, ModelToolCall } from '../../ports.ts';
import { usageOf } from './chat-completions.ts';
import { StreamError, WrongProtocol } from './failure.ts';
import { fieldsOf, isFields, textOf, type Fields } from './fields.ts';
import type { AnswerReader, Protocol, CallParameters } from './protocol.ts';

const count = z.int().check(z.nonnegative());
const ReportedUsage = z.object({
  input_tokens: count,
  output_tokens: count,
  input_tokens_details: z.nullish(
    z.object({ cached_tokens: z.nullish(count), cache_write_tokens: z.nullish(count) }),
  ),
});

/** The Responses API, which Azure OpenAI recommends. Every call sends `store: false`. */
export const responses: Protocol = {
  send: (client, request, terms, signal) =>
    client.responses.create({ ...bodyOf(request, terms), stream: true }, { signal }).asResponse(),
  reader,
};

function bodyOf(
  { messages, rounds = [], tools, cacheKey }: ModelRequest,
  { model, maxOutputTokens, effort, reductions }: CallParameters,
): OpenAI.Responses.ResponseCreateParams {
  const [first, ...rest] = messages;
  const [instructions, input] = first?.role === 'system' ? [first.content, rest] : [undefined, messages];
  const reasons = effort !== undefined && !reductions.has('reasoning');
  return {
    model,
    // By default the provider stores a response for 30 days. This is never omitted: a server that refuses it
    // gets no request.
    store: false,
    ...(instructions !== undefined && { instructions }),
    input: [...input.map(({ role, content }) => ({ role, content })), ...rounds.flatMap(itemsOf)],
    ...(!reductions.has('max_output_tokens') && { max_output_tokens: maxOutputTokens }),
    ...(reasons && { reasoning: { effort } }),
    // Encrypted reasoning is returned, because the provider does not store it.
    ...(reasons && effort !== 'none' && { include: ['reasoning.encrypted_content'] }),
    ...(cacheKey !== undefined && !reductions.has('prompt_cache_key') && { prompt_cache_key: cacheKey }),
    ...(tools &&
      !reductions.has('tools') && {
        tools: tools.map((tool) => ({ type: 'function' as const, strict: false, ...tool })),
      }),
  };
}

/** A round as input items: the reply as received, and the results of its calls. */
function itemsOf({ items, calls }: ModelRound): OpenAI.Responses.ResponseInputItem[] {
  return [
    ...items.filter(isInputItem),
    ...calls.map(({ id, result }) => ({
      type: 'function_call_output' as const,
      call_id: id,
      output: result,
    })),
  ];
}

/** True for every item that the reader has made from the server's output. */
function isInputItem(item: unknown): item is OpenAI.Responses.ResponseInputItem {
  return isFields(item);
}

/**
 * An output item as input for the next round: without its id, because nothing is stored under it. Reasoning
 * is repeated only if it is encrypted.
 */
function repeatable({ id: _id, ...item }: Fields): Fields[] {
  if (item['type'] === 'reasoning' && typeof item['encrypted_content'] !== 'string') return [];
  return REPEATED_TYPES.has(item['type']) ? [item] : [];
}

const REPEATED_TYPES: ReadonlySet<unknown> = new Set(['reasoning', 'message', 'function_call']);

function reader(): AnswerReader {
  let ended: ModelEnding | undefined;
  let refused = false;
  let model: string | undefined;
  let reported: unknown;
  /** A response that failed without a reason. On Azure OpenAI an error event with the reason follows. */
  let failed: Fields | undefined;
  /** By index, because chunks of several calls can alternate. */
  const calls = new Map<unknown, ModelToolCall>();
  const items: Fields[] = [];

  function takeResponse(response: unknown): Fields {
    const fields = isFields(response) ? response : {};
    if (fields['usage']) reported = fields['usage'];
    if (typeof fields['model'] === 'string' && fields['model'] !== '') model = fields['model'];
    return fields;
  }

  function takeItem({ output_index, item }: Fields): void {
    const { type, call_id, name, arguments: text }: Fields = isFields(item) ? item : {};
    if (type !== 'function_call') return;
    const call = calls.get(output_index);
    calls.set(output_index, {
      id: textOf(call_id),
      name: textOf(name),
      arguments: textOf(text) || (call?.arguments ?? ''),
    });
  }

  function take(event: Fields): string {
    switch (event['type']) {
      case 'response.output_text.delta':
        return textOf(event['delta']);
      case 'response.refusal.delta':
        refused = true;
        return textOf(event['delta']);
      case 'response.output_item.done':
        if (isFields(event['item'])) items.push(...repeatable(event['item']));
        takeItem(event);
        return '';
      case 'response.output_item.added':
        takeItem(event);
        return '';
      case 'response.function_call_arguments.delta': {
        const call = calls.get(event['output_index']);
        if (call) call.arguments += textOf(event['delta']);
        return '';
      }
      case 'response.created':
      case 'response.in_progress':
        takeResponse(event['response']);
        return '';
      case 'response.completed':
        takeResponse(event['response']);
        ended = 'complete';
        return '';
      case 'response.incomplete': {
        const { incomplete_details } = takeResponse(event['response']);
        const { reason }: Fields = isFields(incomplete_details) ? incomplete_details : {};
        ended = reason === 'content_filter' ? 'content-filter' : 'length';
        return '';
      }
      case 'response.failed': {
        failed = takeResponse(event['response']);
        if (failed['error']) throw new StreamError(failed['error']);
        return '';
      }
      case 'error':
        // The documented event has its fields at the top level. Azure OpenAI sends them in `error`.
        throw new StreamError(isFields(event['error']) ? event['error'] : event);
      default:
        // Unknown event types are ignored. An event without a type is a different protocol.
        if (typeof event['type'] !== 'string') throw new WrongProtocol();
        return '';
    }
  }

  return {
    // Some servers end their stream with `[DONE]`, as in Chat Completions.
    take: (data) => (data === '[DONE]' ? '' : take(fieldsOf(JSON.parse(data)))),
    callsTool: () => calls.size > 0,
    ending() {
      if (failed && !ended) throw new StreamError(failed);
      return ended === 'complete' && refused ? 'refusal' : ended;
    },
    toolCalls: () => [...calls.values()],
    items: () => items,
    model: () => model,
    usage() {
      const parsed = z.safeParse(ReportedUsage, reported);
      if (!parsed.success) return undefined;
      const { input_tokens, output_tokens, input_tokens_details: details } = parsed.data;
      return usageOf(input_tokens, output_tokens, details?.cached_tokens, details?.cache_write_tokens);
    },
  };
}
