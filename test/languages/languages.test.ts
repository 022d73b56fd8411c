import { expect, test } from 'vitest';
import { emailLanguage } from '../../src/email/rules/compose.ts';
import { pageLabels } from '../../src/adapters/documents/page-labels.ts';
import { LANGUAGES, languageOf, WORDS } from '../../src/languages/languages.ts';

test.each([
  ['pt-BR', 'pt'],
  ['ZH-Hant-TW', 'zh'],
  ['de_AT', 'de'],
  ['sv', undefined],
  ['', undefined],
  [undefined, undefined],
])('the language of %s is %s', (tag, language) => {
  expect(languageOf(tag)).toBe(language);
});

test('a language with a code of three letters is not the one of its first two', () => {
  // Konkani, not Korean; the old code of Estonian, not Spanish.
  for (const tag of ['kok-IN', 'est']) {
    expect(languageOf(tag)).toBeUndefined();
    expect(emailLanguage(tag)).toBe('en');
    expect(pageLabels(tag)).toBe(WORDS.en.labels);
  }
});

test('every language has the same fixed phrases', () => {
  for (const language of LANGUAGES) {
    expect(Object.keys(WORDS[language].phrases)).toEqual(Object.keys(WORDS.en.phrases));
  }
});
