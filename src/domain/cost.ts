import type { Usage } from './records/token-usage.ts';

/** US dollars per million tokens. */
export interface Prices {
  input: number;
  cachedInput: number;
  /** Price of input written to the prompt cache; default: the price of other input. */
  cacheWrite?: number;
  output: number;
}

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };

/**
 * The cost of a call in US dollars at the current prices; later price changes do not rewrite history. Null
 * without prices, unless no token was used.
 */
export function costOf(usage: Usage, prices: Prices | undefined): number | null {
  if (usage.inputTokens + usage.outputTokens === 0) return 0;
  if (!prices) return null;
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens = 0 } = usage;
  const fresh = inputTokens - cachedInputTokens - cacheWriteTokens;
  const dollarMillionths =
    fresh * prices.input +
    cachedInputTokens * prices.cachedInput +
    cacheWriteTokens * (prices.cacheWrite ?? prices.input) +
    outputTokens * prices.output;
  return dollars(dollarMillionths / 1e6);
}

/** Sums over calls, such as those of a conversation. */
export interface Spending {
  inputTokens: number;
  outputTokens: number;
  /** US dollars, without the calls that have no price. */
  cost: number;
  /** How many calls `cost` leaves out; absent where it is none. */
  unpricedCalls?: number;
}

/** Adds a call to sums. */
export function spend<T extends Spending>(sum: T, usage: Usage, cost: number | null): T {
  const unpricedCalls = (sum.unpricedCalls ?? 0) + (cost === null ? 1 : 0);
  return {
    ...sum,
    inputTokens: sum.inputTokens + usage.inputTokens,
    outputTokens: sum.outputTokens + usage.outputTokens,
    cost: dollars(sum.cost + (cost ?? 0)),
    ...(unpricedCalls > 0 && { unpricedCalls }),
  };
}

/** A call's part of the hourly figures. */
export function callFigures(
  usage: Usage,
  cost: number | null,
): Usage & { requests: number; cost: number; unpricedCalls?: number } {
  return { requests: 1, ...usage, ...(cost === null ? { cost: 0, unpricedCalls: 1 } : { cost }) };
}

/** Removes floating-point noise: rounds to 10⁻¹² US dollars. */
export function dollars(amount: number): number {
  return Math.round(amount * 1e12) / 1e12;
}
