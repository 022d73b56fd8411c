/** US dollars per million tokens. */
export interface Prices {
  input: number;
  cachedInput: number;
  /** Price of input written to the prompt cache; default: the price of other input. */
  cacheWrite?: number;
  output: number;
  /** Price of input to the embedding model; absent if unknown. */
  embedding?: number;
}
