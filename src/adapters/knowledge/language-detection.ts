import { fold } from '../../lib/folding.ts';
import { STOP_WORDS } from './stop-words.ts';

/** The most likely language of each script. Latin texts are decided by their words. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Hiragana}|\p{Script=Katakana}/gu, 'ja'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Thai}/gu, 'th'],
];
/** Most texts are ASCII and need only the check of their words. */
const PLAIN = /^[\0-\x7f]*$/;
const LATIN = /\p{Script=Latin}/gu;
const VIETNAMESE = /[ơưạ-ỹ]/gu;

/** How much of a text is checked, in UTF-16 code units. */
const READ_LENGTH = 4000;

/**
 * Detects the language (ISO 639-1) of a text by its script, letters and stop words; undefined if they are not
 * conclusive. At a tie the first of the preferred languages wins.
 */
export function detectLanguage(whole: string, preferred: readonly string[] = []): string | undefined {
  const text = whole.slice(0, READ_LENGTH).normalize('NFC').toLowerCase();
  const byLetters = PLAIN.test(text) ? undefined : languageOfLetters(text);
  if (byLetters !== undefined) return byLetters;
  let best: string | undefined;
  let most = 0;
  for (const [language, hits] of functionWords(text, preferred)) {
    if (hits > most) [best, most] = [language, hits];
  }
  return best;
}

/** How many stop words make a language certain if no other language has as many. */
const CERTAIN_WORDS = 2;

/** Whether a text is certainly in a language. */
export function isCertainlyIn(whole: string, language: string): boolean {
  const text = whole.slice(0, READ_LENGTH).normalize('NFC').toLowerCase();
  const byLetters = PLAIN.test(text) ? undefined : languageOfLetters(text);
  if (byLetters !== undefined) return byLetters === language;
  const hits = functionWords(text);
  const own = hits.get(language) ?? 0;
  hits.delete(language);
  return own >= CERTAIN_WORDS && own > Math.max(...hits.values());
}

/** Counts the stop words of each language in a text. Preferred languages come first. */
function functionWords(text: string, preferred: readonly string[] = []): Map<string, number> {
  const words = fold(text).match(/\p{L}+/gu) ?? [];
  const hits = new Map<string, number>();
  for (const language of new Set([...preferred, ...STOP_WORDS.keys()])) {
    const list = STOP_WORDS.get(language);
    hits.set(language, list ? words.filter((word) => list.has(word)).length : 0);
  }
  return hits;
}

/** The language that the script or the letters indicate. */
function languageOfLetters(text: string): string | undefined {
  const letters = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const latin = letters(LATIN);
  for (const [pattern, language] of SCRIPTS) {
    const share = letters(pattern);
    // Japanese mixes kana and Han characters, so a small share of kana is enough.
    if (share > (language === 'ja' ? text.length / 10 : latin)) return language;
  }
  return letters(VIETNAMESE) > latin / 50 ? 'vi' : undefined;
}
