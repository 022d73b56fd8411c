import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { he } from './he.ts';
import { hi } from './hi.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { tr } from './tr.ts';
import { zh } from './zh.ts';
import type { LanguageWords } from './words.ts';

/** The languages of the service and of the widget; the first is the default. */
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
  const primary = locale?.split(/[-_]/)[0]?.toLowerCase();
  return LANGUAGES.find((language) => language === primary);
}

export const WORDS: Readonly<Record<Language, LanguageWords>> = {
  en,
  de,
  fr,
  es,
  pt,
  it,
  nl,
  pl,
  tr,
  ar,
  he,
  hi,
  ja,
  ko,
  zh,
};
