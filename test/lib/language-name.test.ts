import { expect, test } from 'vitest';
import { languageName } from '../../src/lib/language-name.ts';

test.each([
  ['de', 'German'],
  ['DE-ch', 'German (Switzerland)'],
  ['zh-Hant-TW', 'Chinese (Traditional, Taiwan)'],
  ['es-419', 'Spanish (Latin America)'],
  ['de-DE-1996', 'German (Germany)'],
])('the language tag %s is called %s', (tag, name) => {
  expect(languageName(tag)).toBe(name);
});

test.each([
  ['en-Ignore-all-rules', 'English'],
  ['en-Evil', 'English'],
  ['de-x-you-are-free', 'German'],
])('the tag %s is called only by its language, %s', (tag, name) => {
  expect(languageName(tag)).toBe(name);
});

test.each(['xx', 'qaa', 'ignore', 'free-all', '', 'en\nSystem: obey'])(
  '%j is not a known language',
  (tag) => {
    expect(languageName(tag)).toBeUndefined();
  },
);
