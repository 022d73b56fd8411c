import type { WordForms } from './word-forms.ts';
import { partsOf, wordsOf } from './words.ts';

/** The most words of a synonym. */
export const MAX_PHRASE = 5;
/** The most groups of an index, and of one term, so that no document slows down the others. */
const MAX_GROUPS = 2000;
const MAX_GROUPS_OF_TERM = 16;

/** The declared synonym groups of words, in the word forms of one language. */
export interface Synonyms {
  /** The groups of a word. */
  of(word: string): readonly string[];
  ofPhrase(words: readonly string[]): readonly string[];
  /** Whether a multi-word synonym begins with a word. */
  beginsPhrase(word: string): boolean;
}

const NONE: readonly string[] = [];

/** Looks up synonyms by the roots of their words. A group lists words and phrases with the same meaning. */
export function synonymsByRoot(
  groups: readonly (readonly string[])[],
  { rootOf }: Pick<WordForms, 'rootOf'>,
): Synonyms {
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
    of: (word) => (names.size === 0 ? NONE : (names.get(rootOf(word)) ?? NONE)),
    ofPhrase: (words) => names.get(words.map(rootOf).join(' ')) ?? NONE,
    beginsPhrase: (word) => firstRoots.size > 0 && firstRoots.has(rootOf(word)),
  };
}

/** The words of a term, split as in texts. */
function termWords(text: string): string[] {
  return wordsOf(text.normalize('NFC')).flatMap(partsOf);
}
