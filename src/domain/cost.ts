/** What one call of the model used. */
export interface Usage {
  inputTokens: number;
  outputTokens: number;
  /** The part of `inputTokens` that the provider took from its prompt cache. */
  cachedInputTokens: number;
  /** The part of `inputTokens` that the provider wrote to its prompt cache; absent where it does not say. */
  cacheWriteTokens?: number;
}

/** US dollars per million tokens. */
export interface Prices {
  input: number;
  cachedInput: number;
  /** What is written to the prompt cache; without a price of its own it costs what other input does. */
  cacheWrite?: number;
  output: number;
}

/** The record of one model call, kept with the message that it was made for; the first call's `id` is that message's id. */
export interface TokenUsage extends Usage {
  id: string;
  sessionId: string;
  messageId: string;
  model: string;
  /** US dollars; null where the model has no price. */
  cost: number | null;
  createdAt: string;
}

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };

/**
 * What a call cost in US dollars at the prices of its time; later price changes do not rewrite history. Null without
 * prices, unless nothing was used.
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

/** Sums of calls, such as those of a conversation. */
export interface Spending {
  inputTokens: number;
  outputTokens: number;
  /** US dollars, without the calls that have no price. */
  cost: number;
  /** How many calls `cost` leaves out; absent where it leaves out none. */
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

/** What a call adds to the hourly figures. */
export function callFigures(
  usage: Usage,
  cost: number | null,
): Usage & { requests: number; cost: number; unpricedCalls?: number } {
  return { requests: 1, ...usage, ...(cost === null ? { cost: 0, unpricedCalls: 1 } : { cost }) };
}

/** An amount without what floating-point arithmetic adds to it: rounded to a millionth of a millionth of a US dollar. */
export function dollars(amount: number): number {
  return Math.round(amount * 1e12) / 1e12;
}
