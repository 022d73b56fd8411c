import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainText } from '../../src/lib/plain-text.ts';
import { conversationForVisitor } from '../../src/conversations/records/session-for-visitor.ts';
import { append, startSession } from '../../src/conversations/rules/session-messages.ts';

describe('a part of an answer as plain text', () => {
  test.each([
    ['the Tour E goes **80 to 140 km**, depending', 'the Tour E goes 80 to 140 km, depending'],
    ['*slow* and _fast_ and __both__', 'slow and fast and both'],
    ['# Returns\n- within `30` days\n1. at no cost', 'Returns\nwithin 30 days\nat no cost'],
    ['see [the shop](https://shop.example/a_b) or ![map](https://x.example/m.png)', 'see the shop or map'],
    ['> quoted\n```js\nlet a = 1;\n```', 'quoted\nlet a = 1;\n'],
    ['cut off in the **middle', 'cut off in the middle'],
    ['cut off in [a link](https://shop.exa', 'cut off in a link'],
    // Text that is not Markdown stays.
    ['5 * 3 = 15, snake_case_name, [1] and a-b', '5 * 3 = 15, snake_case_name, [1] and a-b'],
    ['', ''],
  ])('of %j is %j', (markdown, text) => {
    expect(plainText(markdown).text).toBe(text);
  });

  test('keeps highlights on their words', () => {
    const snippet = 'goes **80 km** with a `battery` of [625 Wh](https://x.example)';
    const marked = (word: string) => {
      const at = snippet.indexOf(word);
      return [at, at + word.length] as const;
    };
    const { text, marks } = plainText(snippet, ['80 km', 'battery', '625'].map(marked));
    expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(['80 km', 'battery', '625']);
  });

  test('adds no characters, and keeps letters and digits outside of addresses', () => {
    const piece = fc.constantFrom('a', '7', ' ', '\n', '*', '_', '`', '[', ']', '(', '#', '>', '-', '!', '.');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const markdown = pieces.join('').replaceAll('](', '] (').replaceAll(/`{3,}/g, '``');
        const letters = (text: string) => text.replaceAll(/[^a7]/g, '').replaceAll('7', '');
        expect(letters(plainText(markdown).text)).toBe(letters(markdown));
      }),
    );
  });
});

test('the preview in a visitor’s list of conversations has no Markdown', () => {
  const at = '2026-11-20T09:00:00.000Z';
  const begun = startSession('2f9c3f6b-1e22-4c7b-9a54-3f2c1a806f5e', at);
  const { session } = append(begun, { id: 'm', role: 'visitor', content: '**Yes:** see [returns](/r)' }, at);
  expect(conversationForVisitor(session).preview).toBe('Yes: see returns');
});
