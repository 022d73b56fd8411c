import { describe, expect, test } from 'vitest';
import { EMOJI_GROUPS, emojisOf, matchingEmojis, shortcodeBefore } from '../../src/web/desk/model/emojis.ts';

const all = EMOJI_GROUPS.flatMap(({ emojis }) => emojis);
const found = (search: string) => matchingEmojis(search).map(({ emoji }) => emoji);

describe('the emoji', () => {
  test('are in the groups of Unicode, each once, with a label and a shortcode', () => {
    expect(EMOJI_GROUPS.map(({ name }) => name)).toEqual([
      'Smileys and emotion',
      'People and body',
      'Animals and nature',
      'Food and drink',
      'Travel and places',
      'Activities',
      'Objects',
      'Symbols',
      'Flags',
    ]);
    expect(all.length).toBeGreaterThan(1_500);
    expect(new Set(all.map(({ emoji }) => emoji)).size).toBe(all.length);
    const incomplete = all.filter(({ label, shortcodes }) => label === '' || shortcodes[0] === undefined);
    expect(incomplete).toEqual([]);
  });

  test('leave out skin tones, flags of countries and what came after Emoji 14', () => {
    const text = all.map(({ emoji }) => emoji).join(' ');
    expect(text).not.toMatch(/[\u{1F3FB}-\u{1F3FF}]/u);
    expect(text).not.toMatch(/\p{Regional_Indicator}/u);
    expect(text).toContain('🫠');
    for (const later of ['🫨', '🩷', '🐦‍⬛', '🛜']) expect(text).not.toContain(later);
  });

  test('are found by shortcode first, the shortest before the others, then by words of their names, in any case', () => {
    expect(found('heart')[0]).toBe('❤️');
    expect(found('hea')[0]).toBe('❤️');
    expect(found(':smi').slice(0, 3)).toEqual(['😄', '😏', '😃']);
    expect(found('+1')).toEqual(['👍']);
    expect(found('-1')).toEqual(['👎']);
    expect(found('Thumbs Up')[0]).toBe('👍');
    expect(found('cat joy')).toContain('😹');
    expect(found('xyzzy')).toEqual([]);
  });

  test('are known by their characters, unknown ones left out', () => {
    expect(emojisOf(['🎉', 'x', '👍']).map(({ shortcodes }) => shortcodes[0])).toEqual(['tada', '+1']);
  });
});

test.each([
  [':smi', ':smi'],
  ['Thanks :+1', ':+1'],
  ['(:hea', ':hea'],
  ['one\n:two', ':two'],
  [':s', undefined],
  ['at 10:30', undefined],
  [': 30', undefined],
  [':30', undefined],
  ['https://a.example', undefined],
  ['Note:this', undefined],
  [':smile:', undefined],
  [':-)', undefined],
])('of %j the shortcode that is being typed is %j', (text, expected) => {
  expect(shortcodeBefore(text, text.length)).toBe(expected);
});

test('only the text before the cursor counts', () => {
  expect(shortcodeBefore('a :smi b', 6)).toBe(':smi');
  expect(shortcodeBefore('a :smi b', 8)).toBeUndefined();
});
