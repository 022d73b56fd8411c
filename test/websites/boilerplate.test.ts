import { describe, expect, test } from 'vitest';
import {
  blocksOf,
  keptText,
  pageBlocks,
  repeatedText,
  repetitionCounter,
} from '../../src/websites/rules/boilerplate.ts';

interface TestPage {
  url: string;
  language?: string;
  markdown: string;
}

const repeatedOn = (pages: readonly TestPage[]) => {
  const counter = repetitionCounter();
  for (const one of pages) counter.add(one);
  return counter.hashes();
};

const page = (name: string, ...shared: string[]): TestPage => ({
  url: `https://shop.example/${name}`,
  markdown: [`# ${name}`, `Only ${name} says this.`, ...shared].join('\n\n'),
});

/** The blocks of a page among others of its site, without choices of an admin. */
const blocksIn = (one: TestPage | undefined, pages: readonly TestPage[], keepsRepeated = false) =>
  pageBlocks(one?.markdown ?? '', {
    url: one?.url ?? '',
    chosen: new Set(),
    repeated: repeatedOn(pages),
    keepsRepeated,
  });

const rest = (pages: readonly TestPage[], at = 0) => keptText(blocksIn(pages[at], pages));

test('blocks are separated by empty lines and headings, but not within a code fence', () => {
  const blocks = blocksOf('# A\nText of A.\n\n- one\n- two\n\n```\ncode\n\nmore\n```\n\nEnd.');
  expect(blocks.map(({ text }) => text)).toEqual([
    '# A',
    'Text of A.',
    '- one\n- two',
    '```\ncode\n\nmore\n```',
    'End.',
  ]);
});

test('blocks with the same words are equal, whatever their markup and white space', () => {
  const [one, other, third] = blocksOf('**Free**  delivery\n\nfree delivery\n\nfree returns');
  expect(one?.hash).toBe(other?.hash);
  expect(one?.hash).not.toBe(third?.hash);
});

describe('text on more than half of the pages', () => {
  const pages = [
    page('a', '## Delivery', 'It takes two days.', 'Twice.'),
    page('b', '## Delivery', 'It takes two days.', 'Twice.'),
    page('c', '## Delivery', 'It takes two days.'),
    page('d'),
  ];

  test('is removed from each page, and rarer text stays', () => {
    expect(rest(pages)).toBe('# a\n\nOnly a says this.\n\n## Delivery\n\nTwice.');
    expect(rest(pages, 2)).toBe('# c\n\nOnly c says this.');
  });

  test('is not text on three of six pages', () => {
    const shared = ['a', 'b', 'c'].map((name) => page(name, 'It takes two days.'));
    expect(repeatedOn([...shared, page('d'), page('e')]).size).toBe(1);
    expect(repeatedOn([...shared, page('d'), page('e'), page('f')]).size).toBe(0);
  });

  test('is kept once, as a section below its heading', () => {
    const given = new Set<string>();
    const texts = pages.map((one) => repeatedText(blocksIn(one, pages), repeatedOn(pages), given));
    expect(texts).toEqual(['## Delivery\n\nIt takes two days.', '', '', '']);
  });

  test('stays on the start page', () => {
    expect(keptText(blocksIn(pages[2], pages, true))).toContain('It takes two days.');
  });

  test('stays if it is a price below a heading of the page', () => {
    const priced = ['a', 'b', 'c'].map((name) =>
      page(name, '- Price: 25 EUR', '## Delivery', 'It costs € 5.'),
    );
    expect(rest(priced)).toBe('# a\n\nOnly a says this.\n\n- Price: 25 EUR');
  });

  test('is not detected from two pages', () => {
    expect(repeatedOn(pages.slice(0, 2)).size).toBe(0);
  });

  test('is counted separately for each language', () => {
    const german = ['x', 'y', 'z'].map((name) => ({ ...page(name, 'Ab 50 Euro frei.'), language: 'de-AT' }));
    const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ ...page(name), language: 'en' }));
    expect(rest([...german, ...all])).toBe('# x\n\nOnly x says this.');
  });
});

describe('navigation and notices', () => {
  const menu = '[Tents](https://shop.example/tents) [Imprint](/imprint)';
  const others = Array.from({ length: 20 }, (_, at) => page(`new${at}`));

  test('on three pages of an old theme are removed, also from the start page', () => {
    const frame = [menu, 'We use cookies. Read more.', '© 2009 Shop · All rights reserved'];
    const old = ['a', 'b', 'c'].map((name) => page(name, ...frame));
    const blocks = blocksIn(old[0], [...old, ...others], true);
    expect(keptText(blocks)).toBe('# a\n\nOnly a says this.');
    expect(blocks.flatMap(({ why }) => why ?? [])).toEqual(['navigation', 'navigation', 'navigation']);
  });

  test.each([
    ['text', 'It takes two days.'],
    ['a link to another site', '[Book a table](https://tables.example/7)'],
    ['a link to a file', '[Manual](/manual.pdf)'],
    ['a telephone number', '[0228 1234](tel:02281234)'],
    ['a link in a sentence', 'Read our [terms](/terms).'],
    ['a sentence about biscuits', 'Our cookies are baked daily.'],
  ])('do not include %s', (_what, block) => {
    const alike = ['a', 'b', 'c'].map((name) => page(name, block));
    expect(rest([...alike, ...others])).toContain(block);
  });
});

test.each([
  '[Home](/) › [Hire](/hire) › Tents',
  '[Home](/) > [Hire](/hire)',
  '[Home](https://shop.example/) » Tents for families',
])('a breadcrumb is removed as navigation: %s', (trail) => {
  const one = { ...page('tents'), markdown: `${trail}\n\n# Tents\n\nFor four people.` };
  expect(rest([one])).toBe('# Tents\n\nFor four people.');
});

test('a list of steps is not a breadcrumb', () => {
  const one = { ...page('help'), markdown: 'Settings › [Network](/network) › Reset' };
  expect(rest([one])).toBe(one.markdown);
});

test('related links below a heading of most pages are removed with their heading', () => {
  const pages = ['a', 'b', 'c', 'd'].map((name, at) =>
    page(name, '## Last part', `Text of ${name}.`, '## You might also like', `- [Tent ${at}](/tents/${at})`),
  );
  expect(rest(pages)).toBe('# a\n\nOnly a says this.\n\n## Last part\n\nText of a.');
});

test('links to files below a heading of most pages stay', () => {
  const pages = ['a', 'b', 'c'].map((name) => page(name, '## Manual', `- [Manual](/manuals/${name}.pdf)`));
  expect(rest(pages)).toContain('## Manual\n\n- [Manual](/manuals/a.pdf)');
});

test('a heading of most pages stays if text of the page follows it', () => {
  const pages = ['a', 'b', 'c'].map((name) => page(name, '## Sizes', `${name} is big.`));
  expect(rest(pages)).toContain('## Sizes\n\na is big.');
});

describe('a heading', () => {
  const without = (markdown: string, gone: string) =>
    keptText(
      pageBlocks(markdown, {
        url: 'https://shop.example/',
        chosen: new Set(blocksOf(gone).map(({ hash }) => hash)),
        repeated: new Set(),
        keepsRepeated: false,
      }),
    );

  test('is removed if all of its text is repeated, and stays if a part is not', () => {
    const markdown =
      '# A\n\nKept.\n\n## Gone\n\nShared.\n\n### Below\n\nShared too.\n\n## Stays\n\nShared.\n\nOwn.';
    expect(without(markdown, 'Shared.\n\nShared too.')).toBe('# A\n\nKept.\n\n## Stays\n\nOwn.');
  });

  test('without a text stays together with its parent headings', () => {
    expect(without('# A\n\nShared.\n\n# B\n\n## C', 'Shared.')).toBe('# B\n\n## C');
  });

  test('without a text is removed if other pages repeat it', () => {
    const pages = ['a', 'b', 'c'].map((name) => page(name, '## Newsletter'));
    expect(rest(pages)).toBe('# a\n\nOnly a says this.');
  });
});
