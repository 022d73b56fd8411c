import { searchedText } from '../../lib/unseen-characters.ts';

/** A run of letters and digits; apostrophes and decimal separators may be inside. */
const RUN = /[\p{L}\p{M}\p{N}]+(?:[.,'’_][\p{L}\p{M}\p{N}]+)*/gu;

/** Scripts that are written without spaces between words. */
const SCRIPTS =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';
const UNSPACED = new RegExp(SCRIPTS, 'u');
/**
 * Runs whose character pairs are terms as well, because segmenters disagree and Korean words carry particles.
 */
const PAIRED = new RegExp(`(?:(?:${SCRIPTS}|\\p{Script=Hangul})\\p{M}*)+`, 'gu');

/** Created on first use, because loading its dictionaries takes 10 ms. */
let segmenter: Intl.Segmenter | undefined;

/** A letter with its combining marks. */
const LETTER = /\P{M}\p{M}*/gu;

/**
 * The words of a text in any script. Numbers count, punctuation does not. Only scripts without spaces are
 * segmented by dictionary, which takes ten times as long.
 */
export function wordsOf(text: string): string[] {
  const runs = Array.from(searchedText(text).matchAll(RUN));
  return runs.flatMap(([run]) => (UNSPACED.test(run) ? segmentWords(run) : [run]));
}

function segmentWords(run: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  return Array.from(segmenter.segment(run))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
}

/** Languages that write a space between syllables. */
const SYLLABIC = new Set(['vi']);

/**
 * Pairs of neighboring units that are smaller than words: characters of scripts without spaces and of Korean,
 * and syllables of Vietnamese.
 */
export function pairsOf(text: string, language: string | undefined): string[] {
  if (language !== undefined && SYLLABIC.has(language)) return neighbors(wordsOf(text.toLowerCase()), ' ');
  return Array.from(searchedText(text).matchAll(PAIRED)).flatMap(([run]) =>
    neighbors(run.match(LETTER) ?? [], ''),
  );
}

function neighbors(parts: readonly string[], joint: string): string[] {
  return parts.slice(1).map((second, index) => `${parts[index] ?? ''}${joint}${second}`);
}

/**
 * Words with hyphens between letters. Matches begin only at the start of a word; otherwise a long text
 * without spaces would take quadratic time.
 */
const HYPHENATED = /(?<![\p{L}\p{M}])[\p{L}\p{M}]+(?:[-‐‑][\p{L}\p{M}]+)+/gu;

/** Hyphenated words, joined: "WiFi" for "Wi-Fi", "checkout" for "check-out". */
export const joinedWordsOf = (text: string): string[] =>
  Array.from(searchedText(text).matchAll(HYPHENATED), ([word]) => word.replaceAll(/[-‐‑]/g, ''));

/**
 * The parts of a word in lower case, split at apostrophes and underscores, and the whole word if it was
 * split.
 */
export function partsOf(word: string): string[] {
  const lower = word.normalize('NFKC').toLowerCase().replaceAll('’', "'");
  if (!/['_]/.test(lower)) return [lower];
  const parts = lower.split(/['_]/).filter((part) => part.length > 1);
  return lower.includes('_') ? [lower, ...parts] : parts;
}
