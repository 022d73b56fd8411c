import type { Effort } from '../../domain/models.ts';

/** What a call can do without, in the words of the API. */
export type Parameter =
  'tools' | 'reasoning' | 'max_output_tokens' | 'prompt_cache_key' | 'stream_options' | 'store';

/** The names under which servers refuse each of them. */
const NAMES = new Map<unknown, Parameter>(
  Object.entries({
    tools: 'tools',
    tool_choice: 'tools',
    functions: 'tools',
    reasoning: 'reasoning',
    'reasoning.effort': 'reasoning',
    reasoning_effort: 'reasoning',
    max_output_tokens: 'max_output_tokens',
    max_completion_tokens: 'max_output_tokens',
    max_tokens: 'max_output_tokens',
    prompt_cache_key: 'prompt_cache_key',
    stream_options: 'stream_options',
    'stream_options.include_usage': 'stream_options',
    store: 'store',
  }),
);

/** The parameter that a server names in an error; undefined for one that a call cannot do without. */
export function parameterNamed(name: unknown): Parameter | undefined {
  return NAMES.get(name);
}

/** How long a refusal is remembered, in milliseconds; then the whole call is tried again. */
const REMEMBERED_MS = 3_600_000;

/** The parameters that a model has refused, each with the time until which it is asked without it or with another value. */
export type Reductions = ReadonlyMap<Parameter, { untilMs: number; instead?: Effort | 'renamed' }>;

export const NO_REDUCTIONS: Reductions = new Map();

/** The reductions that are not over yet. */
export function currentReductions(reductions: Reductions, nowMs: number): Reductions {
  if (reductions.size === 0) return reductions;
  return new Map([...reductions].filter(([, { untilMs }]) => nowMs < untilMs));
}

/**
 * The reductions after a refusal that names a parameter; undefined where the parameter has been changed already, so
 * that each is changed once. `instead` is the value that it is sent with from now on; without one it is left out.
 */
export function reduced(
  reductions: Reductions,
  parameter: Parameter,
  nowMs: number,
  instead?: Effort | 'renamed',
): Reductions | undefined {
  if (reductions.has(parameter)) return undefined;
  const untilMs = nowMs + REMEMBERED_MS;
  return new Map([...reductions, [parameter, { untilMs, ...(instead && { instead }) }]]);
}

/** What the model is not given, for those who operate the service. A parameter that has another name is given. */
export function notGiven(reductions: Reductions): Parameter[] {
  return [...reductions].filter(([, { instead }]) => instead !== 'renamed').map(([parameter]) => parameter);
}
