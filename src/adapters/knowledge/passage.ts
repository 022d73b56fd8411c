import type { QueryTerm } from './query-terms.ts';
import { refersToBefore } from './follow-up.ts';
import { blocksOf, sentencesOf } from './markdown-sections.ts';
import type { WordForms } from './word-forms.ts';
import { joinedWordsOf, partsOf, wordsOf } from './words.ts';

/** A section up to this length is returned whole, in characters. */
const MAX_WHOLE_LENGTH = 500;
/** Up to this length a passage is extended by its neighbors, in characters. */
const MAX_EXTENDED_LENGTH = 350;
/** The weight of a function word. */
const FUNCTION_WORD = 0.1;

/**
 * The passage of a section's Markdown that fits a question best. A short section is returned whole. Otherwise
 * it is the sentence, list, table or code block with the most matching words, with its short neighbors. A
 * passage does not begin with a reference to omitted text.
 */
export function passageOf(markdown: string, words: readonly QueryTerm[], forms: WordForms): string {
  if (markdown.length <= MAX_WHOLE_LENGTH) return markdown;
  const pieces = blocksOf(markdown).flatMap(({ text, isProse }) =>
    isProse ? lastWithBreak(sentencesOf(text)) : [`${text}\n\n`],
  );
  const count = matcher(words, forms);
  const counts = pieces.map(count);
  const best = counts.indexOf(Math.max(...counts));
  return extendPassage(pieces, best);
}

/** The sentences of a paragraph, with the paragraph's end in the last one. */
function lastWithBreak(sentences: readonly string[]): string[] {
  return sentences.map((text, at) => (at === sentences.length - 1 ? `${text.trimEnd()}\n\n` : text));
}

/** Adds the pieces after the best one, then those before it, up to the maximum length. */
function extendPassage(pieces: readonly string[], best: number): string {
  let [from, to] = [best, best + 1];
  const length = (start: number, end: number) => pieces.slice(start, end).join('').trim().length;
  const needsBefore = () => from > 0 && refersToBefore(pieces[from] ?? '');
  while (needsBefore() || (introduces(pieces[from - 1]) && length(from - 1, to) <= MAX_WHOLE_LENGTH)) from--;
  while (to < pieces.length && (introduces(pieces[to - 1]) || length(from, to + 1) <= MAX_EXTENDED_LENGTH)) {
    to++;
  }
  while (from > 0 && length(from - 1, to) <= MAX_EXTENDED_LENGTH) from--;
  while (needsBefore()) from--;
  return pieces.slice(from, to).join('').trim();
}

/** Whether a sentence introduces the next block, such as a list. */
function introduces(piece = ''): boolean {
  return /[:：]\s*$/.test(piece);
}

/** Counts the question's words in a text, in any form. */
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
