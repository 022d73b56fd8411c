import english from './locales/en.json' with { type: 'json' };
import type { Api } from './api.ts';
import { text } from './model.ts';

/** The sentences of the widget in one language. */
export type Words = typeof english;

/** The words before any other language is here. */
export const ENGLISH: Words = english;

/**
 * The words of a language (two letters), from the service; English for each that cannot be had. Languages that the service
 * does not have are English altogether.
 */
export const loadWords = async (call: Api, language: string): Promise<Words> => {
  const words = { ...english };
  const { body } = language === 'en' ? { body: {} } : await call(`widget/locales/${language}.json`);
  for (const word of Object.keys(words))
    Reflect.set(words, word, text(Reflect.get(body, word)) || Reflect.get(words, word));
  return words;
};

/** Puts a value into the place of a sentence. */
export const fill = (sentence: string, value: string | number): string =>
  sentence.replace('{}', () => String(value));
