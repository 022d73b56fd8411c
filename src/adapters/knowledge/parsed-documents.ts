import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { weightedLru } from '../../domain/caching.ts';
import type { KnowledgeDocument } from '../../ports.ts';
import type { ParsedSection } from './markdown-sections.ts';
import { yieldBetweenSteps } from './search-queue.ts';

/** A document as the index and the lists of sections take it. */
export interface ParsedDocument {
  sections: readonly ParsedSection[];
  /** Words that its front matter declares to mean one thing, in groups. */
  synonyms: readonly (readonly string[])[];
}

/** Parses documents, in order. */
export type ParseDocuments = (documents: readonly KnowledgeDocument[]) => Promise<ParsedDocument[]>;

/** In this thread, for documents that are known, such as those of tests and measurements. */
export const parseInProcess: ParseDocuments = async (documents) => {
  const { parsedDocument } = await import('./markdown-sections.ts');
  const parsed: ParsedDocument[] = [];
  for (const document of documents) {
    parsed.push(parsedDocument(document));
    // Yields to the event loop between documents.
    await turn();
  }
  return parsed;
};

/**
 * How many characters of documents stay parsed: those of the largest knowledge. Their texts are shared with
 * the indexes that are made of them.
 */
const MAX_CHARACTERS = 24_000_000;

/** Parses each text once: of documents that have changed, only those. */
export function cachedParser(parse: ParseDocuments, maxCharacters = MAX_CHARACTERS): ParseDocuments {
  const cached = weightedLru<{ document: ParsedDocument; characters: number }>(
    maxCharacters,
    ({ characters }) => characters,
  );
  return async (documents) => {
    const pause = yieldBetweenSteps();
    const found = new Map<string, ParsedDocument>();
    const missing = new Map<string, KnowledgeDocument>();
    const keys: string[] = [];
    for (const document of documents) {
      const key = keyOf(document);
      keys.push(key);
      const known = cached.get(key);
      if (known) found.set(key, known.value.document);
      else missing.set(key, document);
      await pause();
    }
    const parsed = missing.size === 0 ? [] : await parse([...missing.values()]);
    for (const [at, [key, { markdown }]] of [...missing].entries()) {
      const document = parsed[at];
      if (!document) continue;
      found.set(key, document);
      cached.set(key, { document, characters: markdown.length });
    }
    return keys.flatMap((key) => found.get(key) ?? []);
  };
}

/** A document without a heading is titled by its name. */
function keyOf({ name, markdown }: KnowledgeDocument): string {
  return createHash('sha256').update(`${name}\n${markdown}`).digest('base64');
}
