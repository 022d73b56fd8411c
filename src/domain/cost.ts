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
  cost: number;
  createdAt: string;
}

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };

/** What a call cost in US dollars at the prices of its time; later price changes do not rewrite history. */
export function costOf(usage: Usage, prices: Prices): number {
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens = 0 } = usage;
  const fresh = inputTokens - cachedInputTokens - cacheWriteTokens;
  const dollarMillionths =
    fresh * prices.input +
    cachedInputTokens * prices.cachedInput +
    cacheWriteTokens * (prices.cacheWrite ?? prices.input) +
    outputTokens * prices.output;
  return dollars(dollarMillionths / 1e6);
}

/** An amount without what floating-point arithmetic adds to it: rounded to a millionth of a millionth of a US dollar. */
export function dollars(amount: number): number {
  return Math.round(amount * 1e12) / 1e12;
}
