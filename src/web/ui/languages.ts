/** The target languages of translations (ISO 639). */
export const LANGUAGES =
  'ar bg cs da de el en es et fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt ro ru sk sl sr sv th tr uk vi zh'.split(
    ' ',
  );

/** The name of a language in the reader's language. */
export function languageLabel(language: string): string {
  return new Intl.DisplayNames(navigator.language, { type: 'language' }).of(language) ?? language;
}
