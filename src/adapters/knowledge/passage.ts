import { fold } from '../../domain/folding.ts';
import { endsQuantity, quantityOf, signedAmounts } from '../../domain/quantities.ts';
import type { AskedWord } from './asked-words.ts';
import { conceptsIn, MAX_PHRASE, MONEY } from './concepts.ts';
import { refersToBefore } from './follow-up.ts';
import { blocksOf, sentencesOf } from './markdown-sections.ts';
import { isQuantity, quantityConcept, unitConcepts } from './quantity-concepts.ts';
import type { Synonyms } from './synonyms.ts';
import type { WordForms } from './word-forms.ts';
import { joinedWordsOf, partsOf, wordsOf } from './words.ts';

/** A section up to this length is one passage. */
const SHORT = 160;
/** The length up to which a passage grows by its neighbors, for their context. */
const COMFORTABLE = 240;
/** The length up to which a list, a table or code is quoted with the paragraph beside it. */
const WITH_BLOCK = 320;
/** How much a word counts that only helps to choose. */
const FUNCTION_WORD = 0.1;
/** How much an equal amount counts beside any other of its kind. */
const EQUAL_AMOUNT = 0.5;

interface Block {
  text: string;
  isProse: boolean;
  /** The sentences of prose; anything else is one piece. */
  pieces: readonly string[];
}

/**
 * The part of a section's Markdown that answers a question: the sentence with most of its words, or the first
 * one where no sentence has one, with neighbors of its paragraph while that is short; a list, a table or
 * code in full, with the sentence that introduces it. A passage does not begin with a reference to what it
 * leaves out.
 */
export function passageOf(
  markdown: string,
  words: readonly AskedWord[],
  forms: WordForms,
  synonyms?: Synonyms,
): string {
  if (markdown.length <= SHORT) return markdown;
  const count = matcher(words, forms, synonyms);
  const blocks = blocksOf(markdown).map(({ text, isProse }): Block => ({
    text,
    isProse,
    pieces: isProse ? sentencesOf(text) : [text],
  }));
  let best = { block: 0, piece: 0, score: 1 - Number.EPSILON };
  for (const [block, { pieces }] of blocks.entries()) {
    for (const [piece, text] of pieces.entries()) {
      const score = count(text);
      if (score > best.score) best = { block, piece, score };
    }
  }
  const chosen = blocks[best.block];
  if (!chosen) return markdown;
  const passage = grown(chosen.pieces, best.piece);
  return [...before(blocks, best.block, passage), passage, ...after(blocks, best.block, passage)].join(
    '\n\n',
  );
}

/** What belongs before a passage: the sentence that introduces it, or the block that it refers to. */
function before(blocks: readonly Block[], at: number, passage: string): string[] {
  const [chosen, its] = [blocks[at], blocks[at - 1]];
  if (!chosen || !its || !chosen.text.startsWith(passage)) return [];
  if (!chosen.isProse) {
    const introduction = its.pieces.at(-1)?.trim() ?? '';
    return /[:：]$/.test(introduction) ? [introduction] : [];
  }
  const isShort = its.text.length + passage.length <= WITH_BLOCK;
  return isShort && (!its.isProse || refersToBefore(passage)) ? [its.text] : [];
}

/** What belongs after it: the list, table or code that it introduces, or what is said of these. */
function after(blocks: readonly Block[], at: number, passage: string): string[] {
  const [chosen, its] = [blocks[at], blocks[at + 1]];
  if (!chosen || !its) return [];
  if (/[:：]\s*$/.test(passage)) return [its.text];
  const isShort = its.text.length + passage.length <= WITH_BLOCK;
  return isShort && !chosen.isProse && its.isProse && refersToBefore(its.text) ? [its.text] : [];
}

/**
 * Adds the sentences after the best one, then those before it, while the whole is short, and at least the one
 * that it refers to.
 */
function grown(pieces: readonly string[], best: number): string {
  let [from, to] = [best, best + 1];
  const length = (start: number, end: number) => pieces.slice(start, end).join('').trim().length;
  while (to < pieces.length && length(from, to + 1) <= COMFORTABLE) to++;
  while (from > 0 && length(from - 1, to) <= COMFORTABLE) from--;
  if (from > 0 && refersToBefore(pieces[from] ?? '')) from--;
  return pieces.slice(from, to).join('').trim();
}

/** Counts the words of a question that a text has in any form, or by a concept. */
function matcher(
  words: readonly AskedWord[],
  { rootOf, language }: WordForms,
  synonyms: Synonyms | undefined,
): (text: string) => number {
  const asked = words.map((word) => ({
    root: word.exact === '' ? undefined : rootOf(word.exact),
    concepts: word.concepts,
    weight: word.isContent || word.exact === '' ? 1 : FUNCTION_WORD,
  }));
  return (text) => {
    const its = wordsOf(text.normalize('NFC')).flatMap(partsOf);
    const joined = joinedWordsOf(text).flatMap(partsOf);
    const roots = new Set([...its, ...joined].map(rootOf));
    const meanings = textConcepts(text, its, { language, synonyms });
    return asked.reduce((sum, { root, concepts, weight }) => {
      const shared = concepts.filter((one) => meanings.has(one));
      if (shared.length === 0 && (root === undefined || !roots.has(root))) return sum;
      return sum + weight + (shared.some(isQuantity) ? EQUAL_AMOUNT : 0);
    }, 0);
  };
}

interface Reading {
  language: string | undefined;
  synonyms: Synonyms | undefined;
}

/** The concepts of a short text, given with its words in lower case. */
function textConcepts(
  text: string,
  words: readonly string[],
  { language, synonyms }: Reading,
): ReadonlySet<string> {
  const known = conceptsIn(language);
  const single = words.flatMap((word) => {
    const folded = fold(word);
    return [...known.of(folded), ...unitConcepts(folded, language), ...(synonyms?.of(word) ?? [])];
  });
  const several = words.flatMap((_word, from) =>
    phraseConcepts(words.slice(from, from + MAX_PHRASE), { language, synonyms }),
  );
  const signed = signedAmounts(text, language).map(({ quantity }) => quantityConcept(quantity));
  return new Set([...single, ...several, ...signed, ...(MONEY.test(text) ? ['price'] : [])]);
}

/** The concepts of the phrases and quantities that begin with the first word. */
function phraseConcepts(words: readonly string[], { language, synonyms }: Reading): string[] {
  const [first = ''] = words;
  const known = conceptsIn(language);
  const folded = words.map(fold);
  const begins = { known: known.beginsPhrase(fold(first)), synonym: synonyms?.beginsPhrase(first) === true };
  return words.flatMap((_word, last) => {
    const phrase = folded.slice(0, last + 1);
    const quantity = endsQuantity(phrase.at(-1) ?? '', language) ? quantityOf(phrase, language) : undefined;
    return [
      ...(quantity ? [quantityConcept(quantity)] : []),
      ...(begins.known && last > 0 ? known.ofPhrase(phrase.join(' ')) : []),
      ...(begins.synonym && last > 0 ? (synonyms?.ofPhrase(words.slice(0, last + 1)) ?? []) : []),
    ];
  });
}
