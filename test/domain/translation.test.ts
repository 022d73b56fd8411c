import { expect, test } from 'vitest';
import type { Message } from '../../src/domain/records/message.ts';
import {
  validTranslation,
  isSameText,
  knownTranslation,
  primaryLanguage,
  withTranslation,
} from '../../src/domain/translation.ts';

const ID = '7b0f6e8e-6a3c-4d5e-9f10-0123456789ab';
const message: Message = {
  id: ID,
  sessionId: ID,
  seq: 1,
  role: 'visitor',
  content: 'Guten Tag',
  createdAt: '2026-11-20T17:24:00.000Z',
};

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['ZH-Hant-TW', 'zh'],
  ['fil', 'fil'],
  ['xx', undefined],
  ['', undefined],
  ['german please', undefined],
])('the language of the tag %j is %j', (tag, language) => {
  expect(primaryLanguage(tag)).toBe(language);
});

test.each([
  ['  Hello\n\nthere. ', 'Hello\n\nthere.'],
  ['Hello\u202e\u0000 there', 'Hello there'],
  [' \n', undefined],
  ['x'.repeat(237), undefined],
  ['x'.repeat(236), 'x'.repeat(236)],
])('what the model wrote as a translation of nine characters, %j, is taken as %j', (written, taken) => {
  expect(validTranslation(written, message.content)).toBe(taken);
});

test('a translation that repeats the words says that the text was in that language', () => {
  expect(isSameText('Guten  Tag\n', 'Guten Tag')).toBe(true);
  expect(isSameText('Good day', 'Guten Tag')).toBe(false);
});

test('the first translation into a language is kept, and the words of an agent need none into their own', () => {
  const translated = withTranslation(message, 'en', 'Good day');
  expect(knownTranslation(translated, 'en')).toBe('Good day');
  expect(knownTranslation(translated, 'fr')).toBeUndefined();
  expect(withTranslation(translated, 'en', 'Hello')).toBe(translated);
  const said: Message = { ...message, role: 'agent', original: { content: 'Hello', language: 'en' } };
  expect(knownTranslation(said, 'en')).toBe('Hello');
});

test('a message is kept in five languages at most; the first leaves', () => {
  const languages = ['en', 'fr', 'es', 'it', 'fi', 'sv'];
  const translated = languages.reduce((one, language) => withTranslation(one, language, language), message);
  expect(Object.keys(translated.translations ?? {})).toEqual(['fr', 'es', 'it', 'fi', 'sv']);
});
