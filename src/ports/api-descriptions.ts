/** Fetches API descriptions (OpenAPI); the document reader reads them. */
export interface ApiDescriptions {
  /** The text at a public https address, 2 MB at most; undefined if it does not exist. */
  fetch(address: string): Promise<string | undefined>;
}
