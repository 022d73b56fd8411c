/** A document of a website: a page, or a file that a page links. */
export interface WebsiteDocument {
  name: string;
  markdown: string;
  url: string;
  title: string;
  /** When the page was last known to have this text. */
  readAt: string;
}

/** How a website's documents reach the assistant that has it. */
export interface PublishDocuments {
  /**
   * Replaces all documents of a source in one change. Those of others stay. `validation-failed` where an
   * assistant would have too many or too much; `assistant-not-found` where it is gone.
   */
  replaceSource(
    assistantId: string,
    sourceId: string,
    documents: readonly WebsiteDocument[],
    options: { to: 'live' | 'draft' },
  ): Promise<void>;
}
