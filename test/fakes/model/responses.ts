import * as z from 'zod';
import { alternating, callsOf, USAGE, type Answer, type ScriptedReply } from './script.ts';

const Item = z.looseObject({ role: z.string(), content: z.string() });

/** What a call of the Responses API must look like for this server to answer it. */
export const ResponsesCall = z.looseObject({
  model: z.string(),
  stream: z.literal(true),
  instructions: z.string().optional(),
  input: z.array(Item).min(1),
  store: z.boolean().optional(),
});

/** The events of an answer of the Responses API (public API reference, Responses, Streaming events). */
export function responsesAnswer(script: ScriptedReply, model: string, pieces: readonly string[]): Answer {
  let sequence = 0;
  const event = (type: string, fields: object = {}) =>
    JSON.stringify({ type, sequence_number: sequence++, ...fields });
  const response = (status: string, more: object = {}) => ({
    response: { id: 'resp_1', object: 'response', model, status, error: null, output: [], ...more },
  });
  const message = { id: 'msg_1', type: 'message', role: 'assistant', content: [] };
  const at = { item_id: message.id, output_index: 0, content_index: 0 };
  const kind = script.refusal ? 'refusal' : 'output_text';
  const { badEvent, failure, finishReason = 'stop' } = script;

  const opening = [
    event('response.created', response('in_progress')),
    event('response.in_progress', response('in_progress')),
    ...(script.unknownEvents ? [event('response.mood.changed', { mood: 'bright' })] : []),
    event('response.output_item.added', { output_index: 0, item: message }),
    event('response.content_part.added', { ...at, part: { type: kind, text: '' } }),
  ];
  const spoken = pieces.map((delta) => event(`response.${kind}.delta`, { ...at, delta }));
  const said = [
    event(`response.${kind}.done`, at),
    event('response.output_item.done', { output_index: 0, item: message }),
  ];
  const last = () => {
    if (finishReason === null) return [];
    const usage =
      script.usage === false ? {} : { usage: usageOf(script.usage === undefined ? USAGE : script.usage) };
    const cutBy = { length: 'max_output_tokens', content_filter: 'content_filter' }[finishReason];
    if (cutBy === undefined) return [event('response.completed', response('completed', usage))];
    const incomplete = { ...usage, incomplete_details: { reason: cutBy } };
    return [event('response.incomplete', response('incomplete', incomplete))];
  };
  const closing = () => {
    if (badEvent !== undefined) return [badEvent];
    if (failure) return failed(failure.shape ?? 'flat', failure.code, event, response);
    return [...said, ...calls(script, event), ...last()];
  };
  return { opening, pieces: spoken, closing: closing() };
}

function calls(script: ScriptedReply, event: (type: string, fields: object) => string): string[] {
  const scripted = callsOf(script);
  const items = scripted.map(({ name = 'request_human', arguments: pieces }, index) => ({
    output_index: index + 1,
    item: {
      type: 'function_call',
      id: `fc_${index}`,
      call_id: `call_${index}`,
      name,
      arguments: pieces.join(''),
    },
  }));
  return [
    ...items.map(({ output_index, item }) =>
      event('response.output_item.added', { output_index, item: { ...item, arguments: '' } }),
    ),
    ...alternating(scripted).map(({ call, piece }) =>
      event('response.function_call_arguments.delta', { output_index: call + 1, delta: piece }),
    ),
    ...items.map((item) => event('response.output_item.done', item)),
  ];
}

function failed(
  shape: NonNullable<NonNullable<ScriptedReply['failure']>['shape']>,
  code: string,
  event: (type: string, fields: object) => string,
  response: (status: string, more?: object) => object,
): string[] {
  const error = { code, message: 'It did not work.', param: null };
  const nested = () => event('error', { error: { type: code, ...error } });
  switch (shape) {
    case 'flat':
      return [event('error', error)];
    case 'nested':
      return [nested()];
    case 'failed':
      return [event('response.failed', response('failed', { error }))];
    case 'failed-then-nested':
      return [event('response.failed', response('failed')), nested()];
  }
}

/** A usage in the names of the Responses API; what is no usage stays as it is. */
function usageOf(usage: unknown): unknown {
  if (typeof usage !== 'object' || usage === null) return usage;
  const {
    prompt_tokens,
    completion_tokens,
    prompt_tokens_details,
    completion_tokens_details,
  }: Record<string, unknown> = { ...usage };
  return {
    input_tokens: prompt_tokens,
    output_tokens: completion_tokens,
    input_tokens_details: prompt_tokens_details,
    output_tokens_details: completion_tokens_details,
  };
}
