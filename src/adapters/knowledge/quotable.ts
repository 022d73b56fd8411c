import { fold } from '../../lib/folding.ts';
import { isStopWord } from './stop-words.ts';
import type { RankedSection, Ranking } from './section-search.ts';
import type { WordForms } from './word-forms.ts';
import { partsOf, wordsOf } from './words.ts';

/** From this sum on the shared words are enough; 1 is a word that only one section has (ADR 14). */
const ENOUGH_EVIDENCE = 0.9;
/** From this share of the question on its words are enough. */
const ENOUGH_FIT = 0.55;
/** From this share on, a title is the question's subject. */
const ENOUGH_OF_TITLE = 0.5;
/** One shared word of a longer question counts only if it is in the title, in content words. */
const MAX_FOR_ONE_WORD = 2;
/** The score of a section relative to those of other pages, from which on it is clearly the best. */
const CLEAR_LEAD = 1.2;
/** From this fit or this number of content words on, a section is quoted without a clear lead. */
const CLEAR_FIT = 0.75;
const LONG_QUESTION = 7;

/**
 * Whether a section has the words of the question: enough of them, weighted by rarity, or its title is about
 * them. `rivals` are sections of other pages; the section must be clearly better than these.
 */
export function isQuotable(
  best: RankedSection,
  rivals: readonly RankedSection[],
  { words, content }: Pick<Ranking, 'words' | 'content'>,
  forms: WordForms,
): boolean {
  const isTitle = () => shareOfTitle(best, words, forms) >= ENOUGH_OF_TITLE;
  const isCoincidence = best.matched <= 1 && content.length > MAX_FOR_ONE_WORD;
  const isSupported = !isCoincidence && (best.evidence >= ENOUGH_EVIDENCE || best.fit >= ENOUGH_FIT);
  if (best.matched === 0 || !(isSupported || isTitle())) return false;
  const isClear = rivals.every(({ score }) => best.score >= CLEAR_LEAD * score);
  return isClear || best.fit >= CLEAR_FIT || content.length >= LONG_QUESTION;
}

/** The share of a title's content words that the question has, in any form. */
function shareOfTitle(
  { section: { title, language } }: RankedSection,
  words: Ranking['words'],
  { rootOf }: WordForms,
): number {
  const asked = new Set(words.filter(({ isContent }) => isContent).map(({ exact }) => rootOf(exact)));
  const its = wordsOf(title.normalize('NFC'))
    .flatMap(partsOf)
    .filter((word) => !isStopWord(fold(word), language));
  return its.filter((word) => asked.has(rootOf(word))).length / Math.max(1, its.length);
}
