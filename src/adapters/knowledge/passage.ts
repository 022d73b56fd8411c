import type { QueryTerm } from './query-terms.ts';
import { refersToBefore } from './follow-up.ts';
import { blocksOf, sentencesOf } from './markdown-sections.ts';
import type { WordForms } from './word-forms.ts';
import { joinedWordsOf, partsOf, wordsOf } from './words.ts';

/** A section up to this length is one passage. */
const SHORT = 500;
/** The length up to which a passage of a longer one grows by its neighbors, for their context. */
const COMFORTABLE = 350;
/** How much a word counts that only helps to choose. */
const FUNCTION_WORD = 0.1;

/**
 * The part of a section's Markdown that fits a question best. A short section is returned whole. In a longer
 * one it is the sentence, list, table or code with most of the words, and its short surroundings. A passage
 * does not begin with a reference to what it leaves out.
 */
export function passageOf(markdown: string, words: readonly QueryTerm[], forms: WordForms): string {
  if (markdown.length <= SHORT) return markdown;
  const pieces = blocksOf(markdown).flatMap(({ text, isProse }) =>
    isProse ? lastWithBreak(sentencesOf(text)) : [`${text}\n\n`],
  );
  const count = matcher(words, forms);
  const counts = pieces.map(count);
  const best = counts.indexOf(Math.max(...counts));
  return grown(pieces, best);
}

/** The sentences of a paragraph; the last one ends it. */
function lastWithBreak(sentences: readonly string[]): string[] {
  return sentences.map((text, at) => (at === sentences.length - 1 ? `${text.trimEnd()}\n\n` : text));
}

/** Adds the pieces after the best one, then those before it, while the whole is short. */
function grown(pieces: readonly string[], best: number): string {
  let [from, to] = [best, best + 1];
  const length = (start: number, end: number) => pieces.slice(start, end).join('').trim().length;
  const needsBefore = () => from > 0 && refersToBefore(pieces[from] ?? '');
  while (needsBefore() || (introduces(pieces[from - 1]) && length(from - 1, to) <= SHORT)) from--;
  while (to < pieces.length && (introduces(pieces[to - 1]) || length(from, to + 1) <= COMFORTABLE)) to++;
  while (from > 0 && length(from - 1, to) <= COMFORTABLE) from--;
  while (needsBefore()) from--;
  return pieces.slice(from, to).join('').trim();
}

/** Whether a sentence introduces what follows, such as a list. */
function introduces(piece = ''): boolean {
  return /[:：]\s*$/.test(piece);
}

/** Counts the words of a question that a text has in any form. */
function matcher(words: readonly QueryTerm[], { rootOf }: WordForms): (text: string) => number {
  const asked = words
    .filter(({ exact }) => exact !== '')
    .map(({ exact, isContent }) => ({ root: rootOf(exact), weight: isContent ? 1 : FUNCTION_WORD }));
  return (text) => {
    const its = [...wordsOf(text.normalize('NFC')), ...joinedWordsOf(text)].flatMap(partsOf);
    const roots = new Set(its.map(rootOf));
    return asked.reduce((sum, { root, weight }) => (roots.has(root) ? sum + weight : sum), 0);
  };
}
