import { fold } from '../../lib/folding.ts';

/** Returns the stem of a word in lower case. */
type Stemmer = (word: string) => string;

/** Languages with a stemmer. Each stemmer is loaded with the first document in its language. */
const STEMMERS: Readonly<Record<string, () => Promise<{ stemmer: Stemmer }>>> = {
  ar: () => import('@orama/stemmers/arabic'),
  da: () => import('@orama/stemmers/danish'),
  de: () => import('@orama/stemmers/german'),
  el: () => import('@orama/stemmers/greek'),
  en: () => import('@orama/stemmers/english'),
  es: () => import('@orama/stemmers/spanish'),
  fi: () => import('@orama/stemmers/finnish'),
  fr: () => import('@orama/stemmers/french'),
  hi: () => import('@orama/stemmers/indian'),
  hu: () => import('@orama/stemmers/hungarian'),
  it: () => import('@orama/stemmers/italian'),
  nl: () => import('@orama/stemmers/dutch'),
  pt: () => import('@orama/stemmers/portuguese'),
  ro: () => import('@orama/stemmers/romanian'),
  ru: () => import('@orama/stemmers/russian'),
  sv: () => import('@orama/stemmers/swedish'),
  tr: () => import('@orama/stemmers/turkish'),
};

/** Longer words are not stemmed, in characters. */
const MAX_WORD_LENGTH = 40;

/** How the words of a language are looked up. */
export interface WordForms {
  language: string | undefined;
  /** Whether there is a stemmer. Without one, `rootOf` only removes accents. */
  stems: boolean;
  /** The common root of the forms of a word in lower case; without a stemmer the folded word. */
  rootOf(word: string): string;
}

export async function wordForms(language: string | undefined): Promise<WordForms> {
  const load = language === undefined ? undefined : STEMMERS[language];
  const stemmer = load && (await load()).stemmer;
  return {
    language,
    stems: stemmer !== undefined,
    rootOf: (word) => fold(stemmer && word.length <= MAX_WORD_LENGTH ? stemmer(word) : word),
  };
}
