/** The languages of the widget; the first is the default. */
export const LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'nl',
  'pl',
  'tr',
  'ar',
  'he',
  'hi',
  'ja',
  'ko',
  'zh',
] as const;
export type Language = (typeof LANGUAGES)[number];

/** The supported language of a BCP 47 tag; undefined if it is not supported. */
export function languageOf(locale: string | undefined): Language | undefined {
  const primary = locale?.split('-')[0]?.toLowerCase();
  return LANGUAGES.find((language) => language === primary);
}
