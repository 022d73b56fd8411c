import { fold } from '../../domain/folding.ts';
import type { AskedWord } from './asked-words.ts';
import { conceptsIn, MONEY } from './concepts.ts';
import { blocksOf, sentencesOf } from './markdown-sections.ts';
import type { WordForms } from './word-forms.ts';
import { partsOf, wordsOf } from './words.ts';

/** A section up to this length is one passage. */
const SHORT = 160;
/** The length up to which a passage grows by its neighbors, for their context. */
const COMFORTABLE = 240;
/** How much a word counts that only helps to choose. */
const FUNCTION_WORD = 0.1;

/**
 * The part of a section's Markdown that answers a question: the sentence with most of its words, with
 * neighbors of its paragraph while that is short; a list or code in full, with the sentence that introduces
 * it.
 */
export function passageOf(markdown: string, words: readonly AskedWord[], forms: WordForms): string {
  if (markdown.length <= SHORT) return markdown;
  const count = matcher(words, forms);
  const blocks = blocksOf(markdown).map(({ text, isProse }) => ({
    text,
    pieces: isProse ? sentencesOf(text) : [text],
  }));
  let best = { block: 0, piece: 0, score: -1 };
  for (const [block, { pieces }] of blocks.entries()) {
    for (const [piece, text] of pieces.entries()) {
      const score = count(text);
      if (score > best.score) best = { block, piece, score };
    }
  }
  const chosen = blocks[best.block];
  if (!chosen) return markdown;
  const [before, after] = [blocks[best.block - 1], blocks[best.block + 1]];
  const passage = grown(chosen.pieces, best.piece);
  if (/[:：]\s*$/.test(passage) && after) return `${passage}\n\n${after.text}`;
  const introduction = chosen.pieces.length === 1 ? before?.pieces.at(-1)?.trim() : undefined;
  return introduction !== undefined && /[:：]$/.test(introduction)
    ? `${introduction}\n\n${passage}`
    : passage;
}

/** Adds the sentences after the best one, then those before it, while the whole is short. */
function grown(pieces: readonly string[], best: number): string {
  let [from, to] = [best, best + 1];
  const length = (start: number, end: number) => pieces.slice(start, end).join('').trim().length;
  while (to < pieces.length && length(from, to + 1) <= COMFORTABLE) to++;
  while (from > 0 && length(from - 1, to) <= COMFORTABLE) from--;
  return pieces.slice(from, to).join('').trim();
}

/** Counts the words of a question that a text has in any form, or by a concept. */
function matcher(words: readonly AskedWord[], { rootOf, language }: WordForms): (text: string) => number {
  const concepts = conceptsIn(language);
  const asked = words.map((word) => ({
    root: word.exact === '' ? undefined : rootOf(word.exact),
    concepts: word.concepts,
    weight: word.isContent || word.exact === '' ? 1 : FUNCTION_WORD,
  }));
  return (text) => {
    const its = wordsOf(text.normalize('NFC')).flatMap(partsOf);
    const roots = new Set(its.map(rootOf));
    const meanings = new Set(its.flatMap((word) => concepts.of(fold(word))));
    if (MONEY.test(text)) meanings.add('price');
    return asked.reduce(
      (sum, { root, concepts: wanted, weight }) =>
        sum +
        ((root !== undefined && roots.has(root)) || wanted.some((concept) => meanings.has(concept))
          ? weight
          : 0),
      0,
    );
  };
}
