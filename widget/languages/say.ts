import { text, type Loose } from '../model.ts';

/** Translates an English text of the widget. `{}` is replaced with the value. */
export type Say = (english: string, value?: string | number) => string;

/** Texts in another language by their English originals. Missing texts stay English. */
export const sayIn =
  (sentences: Loose): Say =>
  (english, value = '') =>
    (text(sentences[english]) || english).replace('{}', () => String(value));
