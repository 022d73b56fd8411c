/** What one call of the model used. */
export interface Usage {
  inputTokens: number;
  outputTokens: number;
  /** The part of `inputTokens` that the provider took from its prompt cache. */
  cachedInputTokens: number;
}

/** US dollars per million tokens. */
export interface Prices {
  input: number;
  cachedInput: number;
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
  const fresh = usage.inputTokens - usage.cachedInputTokens;
  const dollarMillionths =
    fresh * prices.input + usage.cachedInputTokens * prices.cachedInput + usage.outputTokens * prices.output;
  return dollars(dollarMillionths / 1e6);
}

/** An amount without what floating-point arithmetic adds to it: rounded to a millionth of a millionth of a US dollar. */
export function dollars(amount: number): number {
  return Math.round(amount * 1e12) / 1e12;
}
