import { createHash } from 'node:crypto';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { weightedLru } from '../../lib/caching.ts';
import type { KnowledgeDocument } from '../../ports.ts';
import type { ParsedDocument } from './markdown-sections.ts';
import { yieldBetweenSteps } from './search-queue.ts';

/** Parses documents, in order. */
export type ParseDocuments = (documents: readonly KnowledgeDocument[]) => Promise<ParsedDocument[]>;

/** Parses in this thread; for trusted documents, such as those of tests and benchmarks. */
export const parseInProcess: ParseDocuments = async (documents) => {
  const { parseDocument: parsedDocument } = await import('./markdown-sections.ts');
  const parsed: ParsedDocument[] = [];
  for (const document of documents) {
    parsed.push(parsedDocument(document));
    // Yields to the event loop between documents.
    await letOthersRun();
  }
  return parsed;
};

/** The most text that stays cached, in characters. The strings are shared with the indexes. */
const MAX_CHARACTERS = 24_000_000;

/** Caches parsed documents by their text, so that only changed documents are parsed again. */
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

/** The name is part of the key, because it is the fallback title. */
function keyOf({ name, markdown }: KnowledgeDocument): string {
  return createHash('sha256').update(`${name}\n${markdown}`).digest('base64');
}
