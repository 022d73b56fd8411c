/** Loads descriptions of APIs in JSON or YAML, not yet validated. */
export interface ApiDescriptions {
  /** The text at a public https address, of 2 MB at most; undefined if it does not exist. */
  fetch(address: string): Promise<string | undefined>;
  /** The value of a text; undefined for text that is neither. */
  parse(text: string): Promise<{ value: unknown } | undefined>;
}
