import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdown, type Make } from '../../widget/markdown.ts';
import { safeLink } from '../../widget/safe-link.ts';
import { cpuMs } from '../support/cpu-time.ts';

/** Elements as lists: the tag, its detail if it has one, and its children. */
type Tree = [tag: string, ...(string | Tree)[]];
const make: Make<Tree> = (tag, children, detail) => [
  detail ? `${tag} ${detail}` : tag,
  ...children.filter((child) => child !== ''),
];
const read = (text: string) => markdown(text, make);

/** The text of a tree without its elements. */
const textOf = (tree: Tree | string): string =>
  typeof tree === 'string'
    ? tree
    : tree
        .slice(1)
        .map((child) => textOf(child))
        .join('');

describe('the Markdown of answers', () => {
  const cases: [name: string, text: string, trees: Tree[]][] = [
    ['a paragraph', 'One\ntwo', [['p', 'One\ntwo']]],
    [
      'paragraphs apart',
      'One\n\n\ntwo',
      [
        ['p', 'One'],
        ['p', 'two'],
      ],
    ],
    ['bold and italic', '**a** and *b*', [['p', ['strong', 'a'], ' and ', ['em', 'b']]]],
    ['bold in a link', '[**a** b](https://x.test/)', [['p', ['a https://x.test/', ['strong', 'a'], ' b']]]],
    ['code', 'Use `a*b*c` now', [['p', 'Use ', ['code', 'a*b*c'], ' now']]],
    ['a list', '- a\n- **b**', [['ul', ['li', 'a'], ['li', ['strong', 'b']]]]],
    ['a numbered list', '3. a\n4. b', [['ol 3', ['li', 'a'], ['li', 'b']]]],
    [
      'a list with text before and after',
      'x\n* a\n\ny',
      [
        ['p', 'x'],
        ['ul', ['li', 'a']],
        ['p', 'y'],
      ],
    ],
    ['an item of several lines', '1. a\n   b\n2. c', [['ol 1', ['li', 'a\nb'], ['li', 'c']]]],
    ['a list with empty lines', '1. a\n\n2. b', [['ol 1', ['li', 'a'], ['li', 'b']]]],
    [
      'two kinds of list',
      '- a\n1. b',
      [
        ['ul', ['li', 'a']],
        ['ol 1', ['li', 'b']],
      ],
    ],
    [
      'a code block',
      '```js\n**a**\n\n- b\n```\nc',
      [
        ['pre', '**a**\n\n- b'],
        ['p', 'c'],
      ],
    ],
    [
      'code that is still growing',
      'a\n```\nb',
      [
        ['p', 'a'],
        ['pre', 'b'],
      ],
    ],
    ['bold that is still growing', '**a', [['p', '**a']]],
    ['a heading', '## What to do', [['p', ['strong', 'What to do']]]],
    [
      'an address',
      'See https://x.test/a?b=c.',
      [['p', 'See ', ['a https://x.test/a?b=c', 'https://x.test/a?b=c'], '.']],
    ],
    ['mail', '[us](mailto:a@x.test)', [['p', ['a mailto:a@x.test', 'us']]]],
    ['an escaped star', '\\*a\\*', [['p', '*', 'a', '*']]],
    ['a product of numbers', '2 * 3 * 4', [['p', '2 * 3 * 4']]],
    ['HTML', '<b>a</b>', [['p', '<b>a</b>']]],
    ['a picture is a link', '![a](https://x.test/a.png)', [['p', ['a https://x.test/a.png', 'a']]]],
    ['a phone number', '[us](tel:+4930123)', [['p', ['a tel:+4930123', 'us']]]],
    [
      'italic with lines below',
      'the _whole week_, not snake_case_words',
      [['p', 'the ', ['em', 'whole week'], ', not snake_case_words']],
    ],
    ['what was deleted', '~~90 EUR~~ 80 EUR', [['p', ['del', '90 EUR'], ' 80 EUR']]],
    [
      'a link with a title',
      '[terms](https://x.test/t "Our terms")',
      [['p', ['a https://x.test/t', 'terms']]],
    ],
    ['a link with brackets', '[a](https://x.test/a_(b))', [['p', ['a https://x.test/a_(b)', 'a']]]],
    [
      'a link with escaped brackets',
      '[a](https://x.test/a_\\(b\\))',
      [['p', ['a https://x.test/a_(b)', 'a']]],
    ],
    ['a link in angle brackets', '[a](<https://x.test/a b>)', [['p', ['a https://x.test/a b', 'a']]]],
    ['an address in angle brackets', '<https://x.test/>', [['p', ['a https://x.test/', 'https://x.test/']]]],
    [
      'an address that ends in a bracket',
      'https://x.test/all_(new)',
      [['p', ['a https://x.test/all_(new)', 'https://x.test/all_(new)']]],
    ],
    [
      'an address in brackets',
      '(https://x.test/a)',
      [['p', '(', ['a https://x.test/a', 'https://x.test/a'], ')']],
    ],
    [
      'an address before a full stop of Chinese',
      '见https://x.test/a。',
      [['p', '见', ['a https://x.test/a', 'https://x.test/a'], '。']],
    ],
    [
      'entities',
      'A&nbsp;&amp;&#x20;B &copy; &lt;b&gt;',
      [['p', 'A', '\u00a0', '&', ' ', 'B &copy; ', '<', 'b', '>']],
    ],
    ['a forced end of a line', 'a\\\nb', [['p', 'a', '\n', 'b']]],
    ['a quote', '> a\n> b', [['p', 'a\nb']]],
    [
      'a rule',
      'a\n\n---\n\nb',
      [
        ['p', 'a'],
        ['p', 'b'],
      ],
    ],
  ];
  it.each(cases)('%s', (_name, text, trees) => {
    expect(read(text)).toEqual(trees);
  });
});

describe('links', () => {
  it.each(['https://x.test/', 'http://x.test/', 'mailto:a@x.test', 'tel:+4930123'])(
    'to %s are allowed',
    (address) => {
      expect(safeLink(address)).toBe(address);
    },
  );
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://x.test/1',
    '//x.test',
    '/relative',
    'x',
    '',
  ])('to %j are not allowed', (address) => {
    expect(safeLink(address)).toBeUndefined();
    expect(JSON.stringify(read(`[a](${address})`))).not.toMatch(/\["a /);
  });
});

describe('any text', () => {
  const piece = fc.constantFrom(
    '*',
    '**',
    '`',
    '```',
    '\n',
    '- ',
    '1. ',
    '[',
    '](',
    ')',
    'https://',
    '\\',
    '# ',
    ' ',
    'a',
  );
  const hostile = fc.array(fc.oneof(piece, fc.string()), { maxLength: 60 }).map((pieces) => pieces.join(''));

  it('becomes only elements of the supported subset, with allowed links', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const check = (tree: Tree | string): void => {
          if (typeof tree === 'string') return;
          expect(tree[0]).toMatch(/^(p|ul|ol \d+|li|strong|em|del|code|pre|a (https?|mailto|tel):.*)$/s);
          for (const child of tree.slice(1)) check(child);
        };
        for (const tree of read(text)) check(tree);
      }),
    );
  });

  it('keeps its letters and digits', () => {
    const letters = (text: string) => text.replace(/[^\p{L}]/gu, '');
    fc.assert(
      fc.property(fc.lorem({ mode: 'sentences', maxCount: 8 }), piece, (text, mark) => {
        const mixed = text.replaceAll(' ', ` ${mark}`.replace(/```|\\|https/, ''));
        expect(letters(read(mixed).map(textOf).join(''))).toBe(letters(mixed));
      }),
    );
  });

  it.each([
    '*',
    '**',
    '`',
    '[',
    '[a](',
    '**a ',
    '*a ',
    'https://.',
    '- ',
    '\\',
    '![',
    '**a*',
    '[a](b',
    '`a',
    '> ',
    '_a ',
    '~~a ',
    '&',
    'https://(',
    '[a](b "',
    '[a]((',
    '<https://',
  ])('is parsed in linear time: %j over and over', (unit) => {
    expect(cpuMs(() => read(unit.repeat(100_000 / unit.length)))).toBeLessThan(1000);
  });
});
