import type { Effort } from '../../spending/rules/models.ts';

/** Parameters that a call can omit, by their API names. */
export type Parameter =
  'tools' | 'reasoning' | 'max_output_tokens' | 'prompt_cache_key' | 'stream_options' | 'store';

/** The names by which servers refuse each parameter. */
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

/** The parameter that a server's error names; undefined if a call cannot omit it. */
export function parameterNamed(name: unknown): Parameter | undefined {
  return NAMES.get(name);
}

/** How long a refusal is remembered, in milliseconds. After that the full call is tried again. */
const REDUCTION_TTL_MS = 3_600_000;

/** The refused parameters of a model, with the time until which they are omitted or replaced. */
export type Reductions = ReadonlyMap<Parameter, { untilMs: number; instead?: Effort | 'renamed' }>;

export const NO_REDUCTIONS: Reductions = new Map();

/** The reductions that have not expired. */
export function currentReductions(reductions: Reductions, nowMs: number): Reductions {
  if (reductions.size === 0) return reductions;
  return new Map([...reductions].filter(([, { untilMs }]) => nowMs < untilMs));
}

/**
 * Adds a refused parameter; undefined if it was changed already, so that each is changed once. `instead` is
 * the replacement value; without it the parameter is omitted.
 */
export function addReduction(
  reductions: Reductions,
  parameter: Parameter,
  nowMs: number,
  instead?: Effort | 'renamed',
): Reductions | undefined {
  if (reductions.has(parameter)) return undefined;
  const untilMs = nowMs + REDUCTION_TTL_MS;
  return new Map([...reductions, [parameter, { untilMs, ...(instead && { instead }) }]]);
}

/** The features that the model does not support, for admins. Renamed parameters do not count. */
export function unsupportedFeatures(reductions: Reductions): Parameter[] {
  return [...reductions].filter(([, { instead }]) => instead !== 'renamed').map(([parameter]) => parameter);
}
