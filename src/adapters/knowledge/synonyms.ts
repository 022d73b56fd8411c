import type { WordForms } from './word-forms.ts';
import { partsOf, wordsOf } from './words.ts';

/** The most words of a synonym. */
export const MAX_PHRASE = 5;
/** The most groups of an index, and of one term, so that no document slows down the others. */
const MAX_GROUPS = 2000;
const MAX_GROUPS_OF_TERM = 16;

const NONE: readonly string[] = [];

/** Looks up synonyms by the roots of their words. A group lists words and phrases with the same meaning. */
export function synonymsByRoot(
  groups: readonly (readonly string[])[],
  { rootOf }: Pick<WordForms, 'rootOf'>,
) {
  const names = new Map<string, string[]>();
  const firstRoots = new Set<string>();
  for (const [at, terms] of groups.slice(0, MAX_GROUPS).entries()) {
    for (const roots of terms.map((term) => termWords(term).map(rootOf))) {
      if (roots.length === 0 || roots.length > MAX_PHRASE) continue;
      const key = roots.join(' ');
      const known = names.get(key) ?? [];
      if (known.length >= MAX_GROUPS_OF_TERM) continue;
      names.set(key, [...known, String(at)]);
      if (roots.length > 1) firstRoots.add(roots[0] ?? '');
    }
  }
  return {
    /** The groups of a word. */
    of: (word: string): readonly string[] => (names.size === 0 ? NONE : (names.get(rootOf(word)) ?? NONE)),
    ofPhrase: (words: readonly string[]): readonly string[] => names.get(words.map(rootOf).join(' ')) ?? NONE,
    /** Whether a multi-word synonym begins with a word. */
    beginsPhrase: (word: string): boolean => firstRoots.size > 0 && firstRoots.has(rootOf(word)),
  };
}

/** The declared synonym groups of words, in the word forms of one language. */
export type Synonyms = ReturnType<typeof synonymsByRoot>;

/** The words of a term, split as in texts. */
function termWords(text: string): string[] {
  return wordsOf(text.normalize('NFC')).flatMap(partsOf);
}
