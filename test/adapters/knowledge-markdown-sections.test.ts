import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitNesting, sectionsOf } from '../../src/adapters/knowledge/markdown-sections.ts';

const brief = (markdown: string) =>
  sectionsOf(markdown, 'file').map(({ path, title, markdown: text }) => [[...path, title].join(' > '), text]);

describe('the sections of a document', () => {
  it('contain the text below each heading, with the headings above it', () => {
    expect(
      brief(
        'Intro\n\n# Help\n\nText\n\n## Returns\n\nOne\n\nTwo\n\n### Fees\n\nThree\n\n## Hours\n\nFour\n\nOther\n=====\n\nFive',
      ),
    ).toEqual([
      ['file', 'Intro'],
      ['Help', 'Text'],
      ['Help > Returns', 'One\n\nTwo'],
      ['Help > Returns > Fees', 'Three'],
      ['Help > Hours', 'Four'],
      ['Other', 'Five'],
    ]);
  });

  it('do not begin at a # in code, and are never empty', () => {
    expect(brief('# A\n\n## B\n\n```sh\n# no heading\n```\n\n# C\n\n<!-- nothing -->\n')).toEqual([
      ['A > B', '```sh\n# no heading\n```'],
    ]);
  });

  it('are the same for files with a byte order mark and Windows line ends', () => {
    expect(brief('\uFEFF---\r\ntitle: T\r\n---\r\nIntro\r\n\r\n# A\r\n\r\n- one\r\n- two\r\n')).toEqual([
      ['T', 'Intro'],
      ['A', '- one\n- two'],
    ]);
  });

  it('contain the words of the Markdown without its marks, addresses and HTML', () => {
    const [section] = sectionsOf(
      '# Q *and* `A`\n\nA [link](https://x.example/secret "t"), **bold** <b>tag</b> &amp; ![image](i.png)\n\n- `one`\n- two\n\n| a | b |\n|---|---|\n| c | d |',
      'file',
    );
    expect(section?.title).toBe('Q and A');
    expect(section?.text.replaceAll(/\s+/g, ' ')).toBe('A link, bold tag &amp; one two a b c d');
  });

  it('lose line breaks inside paragraphs, but keep hard breaks and lines of code', () => {
    expect(brief('# A\n\nOne\ntwo  \nthree\n\n- four\n  five\n- six\n\n```\na\nb\n```')).toEqual([
      ['A', 'One two  \nthree\n\n- four five\n- six\n\n```\na\nb\n```'],
    ]);
  });
});

describe('the front matter', () => {
  it('gives the page address and the title of the text before the first heading', () => {
    expect(
      sectionsOf('---\nurl: "https://shop.example/a?b:c"\ntitle: \'Hello\'\n---\nText', 'file'),
    ).toMatchObject([{ title: 'Hello', markdown: 'Text', url: 'https://shop.example/a?b:c' }]);
  });

  it('with an address links a section to the id of its heading or the nearest heading above', () => {
    const markdown =
      '---\nurl: https://shop.example/a\n---\nTop\n\n# Costs {#costs}\n\nOne\n\n## Abroad\n\nTwo\n\n# Returns\n\nThree';
    const sections = sectionsOf(markdown, 'file').map(({ title, url }) => [title, url]);
    expect(sections).toEqual([
      ['file', 'https://shop.example/a'],
      ['Costs', 'https://shop.example/a#costs'],
      ['Abroad', 'https://shop.example/a#costs'],
      ['Returns', 'https://shop.example/a'],
    ]);
  });

  it('leaves the id of a heading out of its title, even without an address', () => {
    expect(sectionsOf('# Costs {#costs}\n\nText', 'file')).toMatchObject([{ title: 'Costs', path: [] }]);
    expect(sectionsOf('# What {#} is {#a b}\n\nText', 'file')).toMatchObject([
      { title: 'What {#} is {#a b}' },
    ]);
    expect(sectionsOf('# Costs {#my_costs}\n\nText', 'file')).toMatchObject([{ title: 'Costs' }]);
  });

  it('gives the source as the page address if the source is an address', () => {
    expect(sectionsOf('---\nsource: https://shop.example/a\n---\nText', 'file')[0]?.url).toBe(
      'https://shop.example/a',
    );
    expect(sectionsOf('---\nsource: hours.html\n---\nText', 'file')[0]).not.toHaveProperty('url');
  });

  it.each(['javascript:alert(1)', '/help', 'http://', 'data:text/html,x'])(
    'gives no page address for the url %s',
    (url) => {
      expect(sectionsOf(`---\nurl: ${url}\n---\nText`, 'file')[0]).not.toHaveProperty('url');
    },
  );

  it('is read as text if it has no end', () => {
    expect(brief('---\nurl: https://x.example\nText')).toEqual([
      ['file', '---\n\nurl: https://x.example Text'],
    ]);
  });
});

describe('a long section', () => {
  it('is split into several with the same title, between paragraphs if possible', () => {
    const paragraph = 'Words and words. '.repeat(50).trim();
    const sections = sectionsOf(`# A\n\n${Array(5).fill(paragraph).join('\n\n')}`, 'file');
    expect(sections.map(({ markdown }) => markdown.split('\n\n').length)).toEqual([2, 2, 1]);
    expect(new Set(sections.map(({ title }) => title))).toEqual(new Set(['A']));
  });

  it('keeps all its words, wherever it is split', () => {
    const word = fc.constantFrom('one', 'two.', 'drei!', '四。', '\n', '\n\n', '- x');
    fc.assert(
      fc.property(fc.array(word, { minLength: 500, maxLength: 1500 }), (words) => {
        const text = words.join(' ');
        const letters = (markdown: string) => markdown.replaceAll(/\s/g, '');
        const sections = sectionsOf(text, 'file');
        expect(sections.map(({ markdown }) => letters(markdown)).join('')).toBe(letters(text));
        expect(Math.max(0, ...sections.map(({ markdown }) => markdown.length))).toBeLessThanOrEqual(2000);
      }),
      { numRuns: 30 },
    );
  });
});

it('reads a long document of this repository', () => {
  const api = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
  expect(sectionsOf(api, 'api').length).toBeGreaterThan(5);
});

describe('a document with endless nesting', () => {
  it.each([
    ['block quotes', `${'>'.repeat(50_000)} wardrobe`],
    ['list items', `${'- '.repeat(50_000)}wardrobe`],
    ['numbered items', `${'1. '.repeat(50_000)}wardrobe`],
    ['emphasis', `${'*'.repeat(50_000)}wardrobe${'*'.repeat(50_000)}`],
    ['emphasis in emphasis', `${'*_'.repeat(50_000)}wardrobe${'_*'.repeat(50_000)}`],
    ['strong text in emphasis', `${'**a _b '.repeat(2_000)}wardrobe${'_ **'.repeat(2_000)}`],
  ])('such as %s is read, and keeps its text', (_what, markdown) => {
    const sections = sectionsOf(markdown, 'page');
    expect(sections.some(({ title, text }) => title === 'page' && text.includes('wardrobe'))).toBe(true);
  });

  it('is left unchanged if its nesting is ordinary', () => {
    const written = '> - one\n>   - two\n>     1. three\n\nName: ____________\n\n************';
    expect(limitNesting(written)).toBe(written);
    expect(limitNesting(`${' '.repeat(40)}code`)).toBe(`${' '.repeat(40)}code`);
  });
});

describe('the address of a section', () => {
  const addresses = (markdown: string) =>
    sectionsOf(markdown, 'Page').map(({ title, url, date }) => [title, url, date]);

  it('has the fragment of its heading or the nearest heading above, and the fragment is not shown', () => {
    const page = `---\nurl: https://shop.example/info\ndate: 2024-03-01\n---\n\nHello.\n\n# Hours {#hours}\n\nDaily.\n\n## Sunday\n\nClosed.\n\n# Way {#way}\n\nBy bus.`;
    expect(addresses(page)).toEqual([
      ['Page', 'https://shop.example/info', '2024-03-01'],
      ['Hours', 'https://shop.example/info#hours', '2024-03-01'],
      ['Sunday', 'https://shop.example/info#hours', '2024-03-01'],
      ['Way', 'https://shop.example/info#way', '2024-03-01'],
    ]);
  });

  it('is the source of an upload if the source is an address', () => {
    expect(addresses('---\nsource: https://shop.example/a\n---\n\nHi.')).toEqual([
      ['Page', 'https://shop.example/a', undefined],
    ]);
    expect(addresses('---\nsource: prices.pdf\n---\n\nHi.')).toEqual([['Page', undefined, undefined]]);
  });
});
