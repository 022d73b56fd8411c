import { fold } from '../../domain/folding.ts';
import { isStopWord } from './stop-words.ts';

const IN_PARENTHESES = /[(（]([^()（）\n]{2,80})[)）]/gu;
/** How much of the text before parentheses is read, back to the end of a clause. */
const READ_BEFORE = 120;
const CLAUSE_END = /[()（）.;:!?\n]/;
/** A short form: two letters or more, most of them capitals. */
const SHORT = /^(?=(?:.*\p{Lu}){2})[\p{L}\p{N}][\p{L}\p{N}.&-]{1,9}$/u;
const MAX_WORDS = 5;
/** Words up to this length may be left out of an abbreviation. */
const SHORT_WORD = 3;

/**
 * Abbreviations with what they stand for, in either order: `Return Merchandise Authorization (RMA)`, by the
 * algorithm of Schwartz and Hearst (2003): the letters of the short form are in the long form in their
 * order, and the first one begins it. Stricter here: each content word begins with a letter of the short
 * form.
 */
export function abbreviationsIn(
  text: string,
  language: string | undefined,
): (readonly [long: string, short: string])[] {
  return Array.from(text.matchAll(IN_PARENTHESES)).flatMap(({ 1: inside = '', index }) => {
    const before =
      text
        .slice(Math.max(0, index - READ_BEFORE), index)
        .split(CLAUSE_END)
        .at(-1) ?? '';
    const [first = inside] = inside.split(/[,;]/);
    const within = first.trim();
    if (SHORT.test(within)) {
      const long = longForm(within, before.trim(), language);
      if (long !== undefined) return [[long, within] as const];
    }
    const last = before.trim().split(/\s+/).at(-1) ?? '';
    return SHORT.test(last) && longForm(last, within, language) === within ? [[within, last] as const] : [];
  });
}

/** The shortest end of a text that a short form can stand for. */
function longForm(short: string, text: string, language: string | undefined): string | undefined {
  const letters = Array.from(short.toLowerCase()).filter((it) => /[\p{L}\p{N}]/u.test(it));
  const lower = text.toLowerCase();
  let at = lower.length;
  for (const [left, letter] of letters.toReversed().entries()) {
    const isFirst = left === letters.length - 1;
    do at = lower.lastIndexOf(letter, at - 1);
    while (at > 0 && isFirst && /[\p{L}\p{N}]/u.test(lower.charAt(at - 1)));
    if (at < 0 || (at === 0 && !isFirst)) return undefined;
  }
  const long = text.slice(at).trim();
  const words = long.split(/\s+/);
  const isLonger = words.length > 1 || long.length >= 2 * short.length;
  return isLonger && words.length <= MAX_WORDS && !/\d/.test(long) && hasInitials(letters, words, language)
    ? long
    : undefined;
}

function hasInitials(
  letters: readonly string[],
  words: readonly string[],
  language: string | undefined,
): boolean {
  let at = 0;
  for (const word of words) {
    const found = letters.indexOf(word.charAt(0).toLowerCase(), at);
    if (found >= 0) at = found + 1;
    else if (word.length > SHORT_WORD && !isStopWord(fold(word), language)) return false;
  }
  return true;
}
