import type { ChatCall } from './chat-completions.ts';
import type { ResponsesCall } from './responses.ts';

/** An error as OpenAI and Azure OpenAI send it. */
export interface Refusal {
  status: number;
  body: { error: { message: string; type: string; param: string | null; code: string | null } };
}

const EFFORTS = ['none', 'low', 'medium', 'high', 'xhigh', 'max'];
const CHAT = [
  ...['model', 'messages', 'stream', 'stream_options', 'store', 'max_completion_tokens', 'reasoning_effort'],
  ...['tools', 'tool_choice', 'parallel_tool_calls', 'prompt_cache_key', 'temperature', 'max_tokens'],
];
const RESPONSES = [
  ...['model', 'input', 'instructions', 'stream', 'store', 'max_output_tokens', 'reasoning', 'include'],
  ...['tools', 'tool_choice', 'parallel_tool_calls', 'prompt_cache_key', 'temperature'],
];

type Body = Readonly<Record<string, unknown>>;

function refusal(param: string | null, code: string | null, message: string): Refusal {
  return { status: 400, body: { error: { message, type: 'invalid_request_error', param, code } } };
}

/** The newest models' refusal of a call, with the words of the real service. */
export function newestModelRefuses(api: 'responses' | 'chat-completions', body: Body): Refusal | undefined {
  const known = api === 'responses' ? RESPONSES : CHAT;
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown) return refusal(unknown, 'unknown_parameter', `Unknown parameter: '${unknown}'.`);
  if ('temperature' in body && body['temperature'] !== 1) {
    const message = `Unsupported value: 'temperature' does not support ${String(body['temperature'])} with this model. Only the default (1) value is supported.`;
    return refusal('temperature', 'unsupported_value', message);
  }
  return api === 'responses' ? refusedByResponses(body) : refusedByChat(body);
}

function refusedByResponses(body: Body): Refusal | undefined {
  const effort = effortIn(body['reasoning']);
  return badEffort(effort, 'reasoning.effort', String(body['model']));
}

function refusedByChat(body: Body): Refusal | undefined {
  if ('max_tokens' in body) {
    const message =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    return refusal('max_tokens', 'unsupported_parameter', message);
  }
  const effort = body['reasoning_effort'];
  const wrong = badEffort(effort, 'reasoning_effort', String(body['model']));
  if (wrong) return wrong;
  if ('tools' in body && effort !== 'none') {
    const message = `Function tools with reasoning_effort are not supported for ${String(body['model'])} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`;
    return refusal('reasoning_effort', null, message);
  }
  return undefined;
}

/**
 * The refusal of an answer's rounds by both APIs, for every model (the words of the real service). A call and
 * its result belong together, and nothing may be repeated by an id that was not stored.
 */
export function refusedRounds(call: { chat: ChatCall } | { responses: ResponsesCall }): Refusal | undefined {
  return 'chat' in call ? refusedMessages(call.chat) : refusedItems(call.responses);
}

function refusedMessages({ messages }: ChatCall): Refusal | undefined {
  let open = new Set<string>();
  const unanswered = () =>
    refusal(
      'messages',
      null,
      `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(', ')}`,
    );
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (open.delete(message.tool_call_id)) continue;
      return refusal(
        `messages.[${index}].role`,
        null,
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
      );
    }
    if (open.size > 0) return unanswered();
    if (message.role === 'assistant') open = new Set(message.tool_calls?.map(({ id }) => id));
  }
  return open.size > 0 ? unanswered() : undefined;
}

function refusedItems({ input, store }: ResponsesCall): Refusal | undefined {
  const open = new Set<string>();
  for (const item of input) {
    if ('id' in item && item.id !== undefined && store === false) {
      const message = `Item with id '${item.id}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`;
      return { ...refusal('input', null, message), status: 404 };
    }
    if (item.type === 'reasoning' && typeof item.encrypted_content !== 'string') {
      return refusal('input', 'missing_required_parameter', 'Missing encrypted content.');
    }
    if (item.type === 'function_call') open.add(item.call_id);
    if (item.type === 'function_call_output' && !open.delete(item.call_id)) {
      return refusal(
        'input',
        null,
        `No tool call found for function call output with call_id ${item.call_id}.`,
      );
    }
  }
  const [left] = open;
  return left === undefined
    ? undefined
    : refusal('input', null, `No tool output found for function call ${left}.`);
}

function effortIn(reasoning: unknown): unknown {
  return typeof reasoning === 'object' && reasoning !== null && 'effort' in reasoning
    ? reasoning.effort
    : undefined;
}

function badEffort(effort: unknown, param: string, model: string): Refusal | undefined {
  if (effort === undefined || EFFORTS.some((known) => known === effort)) return undefined;
  const values = EFFORTS.map((value) => `'${value}'`).join(', ');
  const message = `Unsupported value: ${JSON.stringify(effort)} is not supported with the '${model}' model. Supported values are: ${values}.`;
  return refusal(param, 'unsupported_value', message);
}

/** The answer of Azure OpenAI for a deployment that does not exist. */
export const DEPLOYMENT_GONE = {
  status: 404,
  body: {
    error: {
      code: 'DeploymentNotFound',
      message:
        'The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again.',
    },
  },
};
