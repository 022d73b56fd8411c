/** Loads API descriptions (OpenAPI) in JSON or YAML; the caller validates them. */
export interface ApiDescriptions {
  /** The text at a public https address, 2 MB at most; undefined if it does not exist. */
  fetch(address: string): Promise<string | undefined>;
  /** Undefined if the text is neither JSON nor YAML. */
  parse(text: string): Promise<{ value: unknown } | undefined>;
}
