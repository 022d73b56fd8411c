import { expect, test } from 'vitest';
import type { Message } from '../../src/conversations/records/message.ts';
import {
  validTranslation,
  isSameText,
  knownTranslation,
  primaryLanguage,
  withTranslation,
} from '../../src/conversations/rules/translation.ts';

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
])('the tag %j has the language %j', (tag, language) => {
  expect(primaryLanguage(tag)).toBe(language);
});

test.each([
  ['  Hello\n\nthere. ', 'Hello\n\nthere.'],
  ['Hello\u202e\u0000 there', 'Hello there'],
  [' \n', undefined],
  ['x'.repeat(237), undefined],
  ['x'.repeat(236), 'x'.repeat(236)],
])('the model’s translation of nine characters, %j, is stored as %j', (written, taken) => {
  expect(validTranslation(written, message.content)).toBe(taken);
});

test('a translation that equals the original means that the text was already in that language', () => {
  expect(isSameText('Guten  Tag\n', 'Guten Tag')).toBe(true);
  expect(isSameText('Good day', 'Guten Tag')).toBe(false);
});

test('the first translation into a language is kept, and an agent’s text needs none into its own language', () => {
  const translated = withTranslation(message, 'en', 'Good day');
  expect(knownTranslation(translated, 'en')).toBe('Good day');
  expect(knownTranslation(translated, 'fr')).toBeUndefined();
  expect(withTranslation(translated, 'en', 'Hello')).toBe(translated);
  const said: Message = { ...message, role: 'agent', original: { content: 'Hello', language: 'en' } };
  expect(knownTranslation(said, 'en')).toBe('Hello');
});

test('a message keeps the translations into its five newest languages', () => {
  const languages = ['en', 'fr', 'es', 'it', 'fi', 'sv'];
  const translated = languages.reduce((one, language) => withTranslation(one, language, language), message);
  expect(Object.keys(translated.translations ?? {})).toEqual(['fr', 'es', 'it', 'fi', 'sv']);
});
