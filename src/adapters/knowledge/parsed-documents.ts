import { setImmediate as turn } from 'node:timers/promises';
import type { KnowledgeDocument } from '../../ports.ts';
import type { Section } from './markdown-sections.ts';

/** A document as the index and the lists of sections take it. */
export interface ParsedDocument {
  sections: readonly Section[];
  /** Words that its front matter declares to mean one thing, in groups. */
  synonyms: readonly (readonly string[])[];
}

/** Parses documents, in order. */
export type ParseDocuments = (documents: readonly KnowledgeDocument[]) => Promise<ParsedDocument[]>;

/** In this thread, for documents that are known, such as those of tests and measurements. */
export const parseHere: ParseDocuments = async (documents) => {
  const { parsedDocument } = await import('./markdown-sections.ts');
  const parsed: ParsedDocument[] = [];
  for (const document of documents) {
    parsed.push(parsedDocument(document));
    // Yields to the event loop between documents.
    await turn();
  }
  return parsed;
};
