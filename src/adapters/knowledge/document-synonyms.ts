import { setImmediate as turn } from 'node:timers/promises';
import { fold } from '../../domain/folding.ts';
import type { Page } from './section-index.ts';
import {
  differInScript,
  MAX_GROUPS,
  namesInHeading,
  synonymsIn,
  termWords,
  type SynonymGroup,
} from './synonyms.ts';
import { wordsOf } from './words.ts';

/** A page with the language of its words. */
export type ReadPage = Page & { language: string | undefined };

/**
 * The synonyms of documents: those declared in their front matter, stated in their text, and those of
 * headings with two names. Yields to the event loop after each page.
 */
export async function documentSynonyms(pages: readonly ReadPage[]): Promise<SynonymGroup[]> {
  const groups = new Map<string, SynonymGroup>();
  const add = (group: SynonymGroup) => {
    const key = group.terms.map((term) => fold(term)).join('\n');
    if (groups.size < MAX_GROUPS && !groups.has(key)) groups.set(key, group);
  };
  const inHeadings: { names: readonly [string, string]; language: string | undefined }[] = [];
  for (const { sections, synonyms = [], language } of pages) {
    for (const terms of synonyms) add({ terms, trust: 'stated' });
    for (const title of new Set(sections.flatMap((section) => [...section.path, section.title]))) {
      const names = namesInHeading(title);
      if (names) inHeadings.push({ names, language });
    }
    for (const { text, title } of sections) {
      for (const group of [...synonymsIn(title, language), ...synonymsIn(text, language)]) add(group);
    }
    await turn();
  }
  const wordsIn = new Map<string | undefined, ReadonlySet<string>>();
  for (const { names, language } of inHeadings) {
    if (differInScript(names)) add({ terms: names, trust: 'stated' });
    else {
      const words = wordsIn.get(language) ?? (await bodyWords(pages, language));
      wordsIn.set(language, words);
      // A name in the other language is in no text; "Returns / Refunds" are two things of one language.
      const [first, second] = names.map((name) => termWords(name).some((word) => words.has(fold(word))));
      if (first !== second) add({ terms: names, trust: 'likely' });
    }
  }
  return Array.from(groups.values());
}

/** The folded words in the texts of all pages in a language. */
async function bodyWords(
  pages: readonly ReadPage[],
  language: string | undefined,
): Promise<ReadonlySet<string>> {
  const words = new Set<string>();
  for (const page of pages) {
    if (page.language !== language) continue;
    for (const { text } of page.sections) for (const word of wordsOf(text)) words.add(fold(word));
    await turn();
  }
  return words;
}
