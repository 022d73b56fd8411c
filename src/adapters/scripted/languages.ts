/** The languages of the widget; the first is the one that is spoken where none fits. */
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

/** The language of a BCP 47 tag, where it is one of ours. */
export function languageOf(locale: string | undefined): Language | undefined {
  const primary = locale?.split('-')[0]?.toLowerCase();
  return LANGUAGES.find((language) => language === primary);
}
