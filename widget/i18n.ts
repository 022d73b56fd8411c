import type { Api } from './api.ts';
import { text, type Loose } from './model.ts';

/** Says an English sentence of the widget in the visitor's language; `{}` in it is the place of a value. */
export type Say = (english: string, value?: string | number) => string;

/** Sentences of another language by the English ones; English for each that is not there. */
export const sayIn =
  (sentences: Loose): Say =>
  (english, value = '') =>
    (text(sentences[english]) || english).replace('{}', () => String(value));

/** The sentences of a language (two letters), from the service. */
export const loadSentences = async (call: Api, language: string): Promise<Loose> =>
  language === 'en' ? {} : (await call(`widget/locales/${language}.json`)).body;
