import { languageName } from './language-name.ts';
import type { Message } from './records/message.ts';
import { codePointLength } from './text.ts';
import { withoutUnseenLetters } from './unseen-characters.ts';

/** The most languages in which one message is kept; the first that came leaves first. */
const MAX_LANGUAGES = 5;
/** The longest text that is translated, in code points: longer ones are answers of an assistant. */
export const MAX_TRANSLATED = 8000;

/** The stored mark of a message that is in a language already. */
export const SAME_LANGUAGE = '';

/** The language of a tag without region and script (ISO 639); undefined for an unknown one. */
export function primaryLanguage(tag: string): string | undefined {
  const [language = ''] = tag.toLowerCase().split('-');
  return languageName(language) === undefined ? undefined : language;
}

/**
 * The text that a model wrote, as the translation of an original. Undefined if it is empty, or so much longer
 * that it must be something else.
 */
export function acceptedTranslation(written: string, original: string): string | undefined {
  const text = withoutUnseenLetters(written.toWellFormed()).trim();
  const isTooLong = codePointLength(text) > 4 * codePointLength(original) + 200;
  return text === '' || isTooLong ? undefined : text;
}

/** Whether a translation says the same words: the text was in that language already. */
export function isSameText(one: string, other: string): boolean {
  return words(one) === words(other);
}

const words = (text: string) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/** A translation that is known without a model; undefined where it has to be made. */
export function knownTranslation(message: Message, language: string): string | undefined {
  const { original, translations } = message;
  return original?.language === language ? original.content : translations?.[language];
}

/** A message with its text in one more language; the first translation into a language is kept. */
export function withTranslation(message: Message, language: string, text: string): Message {
  const { translations = {} } = message;
  if (translations[language] !== undefined) return message;
  const newest = Object.entries(translations).slice(1 - MAX_LANGUAGES);
  return { ...message, translations: { ...Object.fromEntries(newest), [language]: text } };
}
