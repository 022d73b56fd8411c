import type { Usage } from '../records/token-usage.ts';
import type { Prices } from '../records/prices.ts';
import { knownModel } from './models.ts';

/** The name under which answers without a model are recorded. */
export const WITHOUT_MODEL = 'knowledge';

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };

/** The usage of an embedding call: input tokens only. */
export function embeddingUsage(tokens: number): Usage {
  return { ...NO_USAGE, inputTokens: tokens };
}

/**
 * The cost of a call in US dollars. It is stored, so that later price changes do not affect it. Null without
 * prices, unless no token was used.
 */
export function costOf(usage: Usage, prices: Prices | undefined): number | null {
  return costOfAnswer({ usage }, prices);
}

/** The cost of an answer in US dollars; `embeddingTokens` is the part of its input that was embedded. */
export function costOfAnswer(
  { usage, embeddingTokens = 0 }: { usage: Usage; embeddingTokens?: number },
  prices: Prices | undefined,
): number | null {
  if (usage.inputTokens + usage.outputTokens === 0) return 0;
  if (!prices || (embeddingTokens > 0 && prices.embedding === undefined)) return null;
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens = 0 } = usage;
  const fresh = inputTokens - cachedInputTokens - cacheWriteTokens - embeddingTokens;
  const dollarMillionths =
    fresh * prices.input +
    cachedInputTokens * prices.cachedInput +
    cacheWriteTokens * (prices.cacheWrite ?? prices.input) +
    outputTokens * prices.output +
    embeddingTokens * (prices.embedding ?? 0);
  return roundDollars(dollarMillionths / 1e6);
}

export function addUsage(one: Usage, other: Usage): Usage {
  const cacheWriteTokens = (one.cacheWriteTokens ?? 0) + (other.cacheWriteTokens ?? 0);
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
    ...(cacheWriteTokens > 0 && { cacheWriteTokens }),
  };
}

/** The usage of a model call, with its cost. */
export interface PricedUsage {
  model: string;
  usage: Usage;
  /** US dollars; null if the price is unknown. */
  cost: number | null;
}

/** The sum, under the name of the later model; its cost is null if one of the costs is unknown. */
export function addPriced(one: PricedUsage | undefined, later: PricedUsage): PricedUsage {
  if (!one) return later;
  const cost = one.cost === null || later.cost === null ? null : roundDollars(one.cost + later.cost);
  return { model: later.model, usage: addUsage(one.usage, later.usage), cost };
}

/** Sums over calls, such as those of a conversation. */
interface Spending {
  inputTokens: number;
  outputTokens: number;
  /** US dollars, without calls of unknown price. */
  cost: number;
  /** The number of calls that `cost` leaves out; absent for 0. */
  unpricedCalls?: number;
}

export function addCall<T extends Spending>(sum: T, usage: Usage, cost: number | null): T {
  const unpricedCalls = (sum.unpricedCalls ?? 0) + (cost === null ? 1 : 0);
  return {
    ...sum,
    inputTokens: sum.inputTokens + usage.inputTokens,
    outputTokens: sum.outputTokens + usage.outputTokens,
    cost: roundDollars(sum.cost + (cost ?? 0)),
    ...(unpricedCalls > 0 && { unpricedCalls }),
  };
}

/** The hourly figures of one call. */
export function callFigures(
  usage: Usage,
  cost: number | null,
): Usage & { requests: number; cost: number; unpricedCalls?: number } {
  return { requests: 1, ...usage, ...(cost === null ? { cost: 0, unpricedCalls: 1 } : { cost }) };
}

/** Removes floating-point noise: rounds to 10⁻¹² US dollars. */
export function roundDollars(amount: number): number {
  return Math.round(amount * 1e12) / 1e12;
}

export interface PricedCall {
  /** The model of the assistant's profile; undefined for the deployment's default. */
  requestedModel?: string | undefined;
  /** The model that answered, by the server's name. */
  model: string;
  /** Prices that an admin saved with a model. */
  own?: Partial<Prices> | undefined;
}

/** The prices of a call; undefined if unknown, so that a wrong amount is never shown. */
export type Pricing = (call: PricedCall) => Prices | undefined;

/** The configured prices of the deployment's own model; `unknown` if one of them is invalid. */
export type ConfiguredPrices = Partial<Prices> | 'unknown';

/**
 * Looks up prices: the configured ones for the deployment's model, the saved ones for a model that an admin
 * named; missing ones come from the table of known models. `embedding`: the price of the embedding model.
 */
export function pricing(configured: ConfiguredPrices, embedding?: number): Pricing {
  return ({ requestedModel, model, own = {} }) => {
    if (requestedModel === undefined && configured === 'unknown') return undefined;
    const listed = model === WITHOUT_MODEL ? FREE : (knownModel(model) ?? knownModel(requestedModel))?.prices;
    const chosen = requestedModel === undefined && configured !== 'unknown' ? configured : own;
    return complete({ ...listed, ...chosen, ...(embedding !== undefined && { embedding }) });
  };
}

const FREE: Prices = { input: 0, cachedInput: 0, output: 0 };

/** Complete prices; undefined if the price of input or output is missing. */
function complete({
  input,
  cachedInput = input,
  cacheWrite,
  output,
  embedding,
}: Partial<Prices>): Prices | undefined {
  if (input === undefined || cachedInput === undefined || output === undefined) return undefined;
  // Cached input without its own price costs the same as other input.
  return {
    input,
    cachedInput,
    output,
    ...(cacheWrite !== undefined && { cacheWrite }),
    ...(embedding !== undefined && { embedding }),
  };
}
