import { expect, test } from 'vitest';
import {
  mentionedIn,
  mentionSearch,
  noteParts,
  withMention,
} from '../../src/conversations/rules/mentions.ts';

const LEE = { oid: '1', name: 'Lee' };
const LEE_CHEN = { oid: '2', name: 'Lee Chen' };
const ZOE = { oid: '3', name: 'Zoë (Support)' };
const PEOPLE = [LEE, LEE_CHEN, ZOE];

test.each<[string, string | undefined]>([
  ['@', ''],
  ['Ask @Le', 'Le'],
  ['Ask @Lee Ch', 'Lee Ch'],
  ['line\n@z', 'z'],
  ['mia@example.com', undefined],
  ['@Lee\n', undefined],
  ['@ Lee', undefined],
  [`@${'x'.repeat(41)}`, undefined],
])('in %j before the cursor the search is for %j', (text, search) => {
  expect(mentionSearch(`${text} @later`, text.length)).toBe(search);
});

test('a chosen name replaces the typed text and moves the cursor behind it', () => {
  expect(withMention('Ask @le please', 7, 'Lee Chen')).toEqual({ text: 'Ask @Lee Chen please', cursor: 14 });
  expect(withMention('@', 1, 'Lee')).toEqual({ text: '@Lee ', cursor: 5 });
});

test.each([
  ['@Lee please', ['1']],
  ['@Lee Chen please', ['2']],
  ['@Lee Chen and @Lee, look', ['1', '2']],
  ['(@Zoë (Support))', ['3']],
  ['@Leela', []],
  ['mail to x@Lee', []],
  ['Lee', []],
  ['', []],
])('%j mentions %j', (content, oids) => {
  expect(mentionedIn(content, PEOPLE).map(({ oid }) => oid)).toEqual(oids);
});

test('two people with the same name are both mentioned', () => {
  expect(mentionedIn('@Lee', [LEE, { oid: '4', name: 'Lee' }])).toHaveLength(2);
});

test('the parts of a note add up to the same text', () => {
  const parts = noteParts('Hi @Lee Chen, see @Lee.', PEOPLE);
  expect(parts.map(({ text }) => text).join('')).toBe('Hi @Lee Chen, see @Lee.');
  expect(parts.filter(({ isMention }) => isMention).map(({ text }) => text)).toEqual(['@Lee Chen', '@Lee']);
  expect(noteParts('plain', [])).toEqual([{ text: 'plain', isMention: false }]);
});
