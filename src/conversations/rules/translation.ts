import { languageName } from '../../lib/language-name.ts';
import type { Message } from '../records/message.ts';
import { codePointLength } from '../../lib/text.ts';
import { withoutUnseenLetters } from '../../lib/unseen-characters.ts';

/** The maximum number of stored translations per message; the oldest is removed first. */
const MAX_LANGUAGES = 5;
/** The maximum length of a text to translate, in code points. */
export const MAX_TRANSLATED = 8000;

/** The stored translation of a message that is already in the language. */
export const SAME_LANGUAGE = '';

/** The primary language of a BCP 47 tag (ISO 639), without region and script; undefined if unknown. */
export function primaryLanguage(tag: string): string | undefined {
  const [language = ''] = tag.toLowerCase().split('-');
  return languageName(language) === undefined ? undefined : language;
}

/**
 * Validates the output of a model as a translation. Undefined if it is empty, or much longer than the
 * original.
 */
export function validTranslation(written: string, original: string): string | undefined {
  const text = withoutUnseenLetters(written.toWellFormed()).trim();
  const isTooLong = codePointLength(text) > 4 * codePointLength(original) + 200;
  return text === '' || isTooLong ? undefined : text;
}

/** Whether a translation equals the original except for white space: the text was already in the language. */
export function isSameText(one: string, other: string): boolean {
  return words(one) === words(other);
}

const words = (text: string) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/** The translation if no model call is needed (stored, or empty text); otherwise undefined. */
export function knownTranslation(message: Message, language: string): string | undefined {
  const { original, translations } = message;
  return original?.language === language ? original.content : translations?.[language];
}

/** Adds a translation to a message; an existing translation into the language is kept. */
export function withTranslation(message: Message, language: string, text: string): Message {
  const { translations = {} } = message;
  if (translations[language] !== undefined) return message;
  const newest = Object.entries(translations).slice(1 - MAX_LANGUAGES);
  return { ...message, translations: { ...Object.fromEntries(newest), [language]: text } };
}
