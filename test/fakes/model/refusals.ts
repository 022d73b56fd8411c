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

/** What the newest models refuse of a call, with the words of the real service. */
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

/** What Azure OpenAI says where there is no deployment of a name. */
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
