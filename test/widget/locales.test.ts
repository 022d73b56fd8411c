import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { sayIn } from '../../widget/languages/say.ts';
import * as state from '../../widget/panel/state.ts';

const WIDGET = new URL('../../widget/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, WIDGET), 'utf8');

/** Every sentence that the widget says, as its source says it. */
const sentences = readdirSync(WIDGET, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) =>
    Array.from(read(name).matchAll(/\bsay\(((?:'[^'\n]*'|[^()'])*)/g), ([, said = '']) => said),
  )
  .flatMap((said) => Array.from(said.matchAll(/'([A-Z{][^']+)'/g), ([, sentence = '']) => sentence))
  .concat([state.UNDELIVERED, state.REFUSED, state.OFFLINE, state.BROKEN, state.BUSY]);

const LOCALES = ['de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'tr', 'ar', 'he', 'hi', 'ja', 'ko', 'zh'];
const placesIn = (sentence: string) => sentence.split('{}').length - 1;

it('the widget speaks English and fourteen other languages', () => {
  const files = readdirSync(new URL('languages/', WIDGET)).filter((name) => name.endsWith('.json'));
  expect(files.sort()).toEqual(LOCALES.map((one) => `${one}.json`).sort());
  expect(sentences.length).toBeGreaterThan(30);
});

describe.each(LOCALES)('in %s', (locale) => {
  const words = z.record(z.string(), z.string().min(1)).parse(JSON.parse(read(`languages/${locale}.json`)));

  it('it has every English sentence and no other', () => {
    expect(Object.keys(words).sort()).toEqual([...new Set(sentences)].sort());
  });

  it('each value has the same placeholder as in English', () => {
    for (const [english, sentence] of Object.entries(words)) {
      expect(placesIn(sentence)).toBe(placesIn(english));
    }
  });
});

it('English replaces a sentence that is missing or not a text, and values are inserted unchanged', () => {
  const say = sayIn({ Send: 7, Stop: '', Copy: 'Kopieren', '{} is typing': '{} schreibt' });
  expect([say('Send'), say('Stop'), say('Copy'), say('Close')]).toEqual([
    'Send',
    'Stop',
    'Kopieren',
    'Close',
  ]);
  expect(say('{} is typing', '$& {}')).toBe('$& {} schreibt');
});
