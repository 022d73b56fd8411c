import * as z from 'zod';
import { alternating, callsOf, USAGE, type Answer, type ScriptedReply } from './script.ts';

const Text = z.looseObject({ type: z.enum(['output_text', 'refusal']), text: z.string().optional() });
const Item = z.union([
  z.object({ type: z.literal('function_call_output'), call_id: z.string(), output: z.string() }).strict(),
  z.looseObject({
    type: z.literal('function_call'),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
    id: z.string().optional(),
  }),
  z.looseObject({
    type: z.literal('reasoning'),
    summary: z.array(z.unknown()),
    encrypted_content: z.string().nullish(),
    id: z.string().optional(),
  }),
  z.looseObject({
    type: z.literal('message').optional(),
    role: z.enum(['system', 'user', 'assistant']),
    content: z.union([z.string(), z.array(Text)]),
    id: z.string().optional(),
  }),
]);

/** The form of a call of the Responses API that this server answers. */
export const ResponsesCall = z.looseObject({
  model: z.string(),
  stream: z.literal(true),
  instructions: z.string().optional(),
  input: z.array(Item).min(1),
  store: z.boolean().optional(),
});
export type ResponsesCall = z.output<typeof ResponsesCall>;

/** The events of an answer of the Responses API (public API reference, Responses, Streaming events). */
export function responsesAnswer(
  script: ScriptedReply,
  model: string,
  pieces: readonly string[],
  isEncrypted = false,
): Answer {
  let sequence = 0;
  const event = (type: string, fields: object = {}) =>
    JSON.stringify({ type, sequence_number: sequence++, ...fields });
  const response = (status: string, more: object = {}) => ({
    response: { id: 'resp_1', object: 'response', model, status, error: null, output: [], ...more },
  });
  const kind = script.refusal ? 'refusal' : 'output_text';
  const empty = { id: 'msg_1', type: 'message', status: 'in_progress', role: 'assistant', content: [] };
  const message = {
    ...empty,
    status: 'completed',
    content: [{ type: kind, text: pieces.join(''), annotations: [] }],
  };
  const at = { item_id: message.id, output_index: 0, content_index: 0 };
  // A reply that has only calls has no message.
  const speaks = pieces.length > 0 || callsOf(script).length === 0;
  const { badEvent, failure, finishReason = 'stop' } = script;

  const opening = [
    event('response.created', response('in_progress')),
    event('response.in_progress', response('in_progress')),
    ...(script.unknownEvents ? [event('response.mood.changed', { mood: 'bright' })] : []),
    ...reasoned(script, isEncrypted, event),
    ...(speaks
      ? [
          event('response.output_item.added', { output_index: 0, item: empty }),
          event('response.content_part.added', { ...at, part: { type: kind, text: '' } }),
        ]
      : []),
  ];
  const spoken = pieces.map((delta) => event(`response.${kind}.delta`, { ...at, delta }));
  const said = speaks
    ? [
        event(`response.${kind}.done`, at),
        event('response.output_item.done', { output_index: 0, item: message }),
      ]
    : [];
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

/** An item of reasoning, which comes before the text. */
function reasoned(
  { reasoning }: ScriptedReply,
  isEncrypted: boolean,
  event: (type: string, fields: object) => string,
): string[] {
  if (reasoning === undefined) return [];
  const empty = { id: 'rs_1', type: 'reasoning', summary: [] };
  const item = isEncrypted ? { ...empty, encrypted_content: reasoning } : empty;
  return [
    event('response.output_item.added', { output_index: -1, item: empty }),
    event('response.output_item.done', { output_index: -1, item }),
  ];
}

function calls(script: ScriptedReply, event: (type: string, fields: object) => string): string[] {
  const scripted = callsOf(script);
  const items = scripted.map(({ id, name, arguments: pieces }, index) => ({
    output_index: index + 1,
    item: {
      type: 'function_call',
      id: `fc_${index}`,
      call_id: id,
      name,
      arguments: pieces.join(''),
      status: 'completed',
    },
  }));
  return [
    ...items.map(({ output_index, item }) =>
      event('response.output_item.added', {
        output_index,
        item: { ...item, arguments: '', status: 'in_progress' },
      }),
    ),
    ...alternating(scripted).map(({ call, piece }) =>
      event('response.function_call_arguments.delta', { output_index: call + 1, delta: piece }),
    ),
    ...items.map(({ output_index, item }) =>
      event('response.function_call_arguments.done', {
        output_index,
        item_id: item.id,
        arguments: item.arguments,
      }),
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
