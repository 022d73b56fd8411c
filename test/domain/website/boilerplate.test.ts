import { describe, expect, test } from 'vitest';
import { blocksOf, boilerplateCounter, withoutBlocks } from '../../../src/domain/website/boilerplate.ts';

const boilerplateOf = (pages: readonly { markdown: string }[]) => {
  const counter = boilerplateCounter();
  for (const { markdown } of pages) counter.add(markdown);
  return counter.hashes();
};

const page = (name: string, ...shared: string[]) => ({
  url: `https://shop.example/${name}`,
  markdown: [`# ${name}`, `Only ${name} says this.`, ...shared].join('\n\n'),
});

test('blocks are separated by empty lines, by headings and not within a fence', () => {
  const blocks = blocksOf('# A\nText of A.\n\n- one\n- two\n\n```\ncode\n\nmore\n```\n\nEnd.');
  expect(blocks.map(({ text }) => text)).toEqual([
    '# A',
    'Text of A.',
    '- one\n- two',
    '```\ncode\n\nmore\n```',
    'End.',
  ]);
});

test('blocks with the same words are the same, whatever their marks and white space', () => {
  const [one, other, third] = blocksOf('**Free**  delivery\n\nfree delivery\n\nfree returns');
  expect(one?.hash).toBe(other?.hash);
  expect(one?.hash).not.toBe(third?.hash);
});

describe('what stands on more than half of the pages', () => {
  const pages = [
    page('a', 'We use cookies.', 'Twice.'),
    page('b', 'We use cookies.', 'Twice.'),
    page('c', 'We use cookies.'),
    page('d'),
  ];

  test('is boilerplate; what stands on half of them is not', () => {
    const hashes = boilerplateOf(pages);
    expect(withoutBlocks(pages[0]?.markdown ?? '', hashes)).toBe('# a\n\nOnly a says this.\n\nTwice.\n');
  });

  test('is unknown on a site of three pages', () => {
    expect(boilerplateOf(pages.slice(0, 3)).size).toBe(0);
  });
});

test('a heading goes with all of its text, and stays with a part of it', () => {
  const markdown =
    '# A\n\nKept.\n\n## Gone\n\nShared.\n\n### Below\n\nShared too.\n\n## Stays\n\nShared.\n\nOwn.';
  const gone = new Set(blocksOf('Shared.\n\nShared too.').map(({ hash }) => hash));
  expect(withoutBlocks(markdown, gone)).toBe('# A\n\nKept.\n\n## Stays\n\nOwn.\n');
});

test('a heading that never had a text stays', () => {
  const gone = new Set(blocksOf('Shared.').map(({ hash }) => hash));
  expect(withoutBlocks('# A\n\nShared.\n\n# B', gone)).toBe('# B\n');
});

test('without anything to remove Markdown stays as it is', () => {
  expect(withoutBlocks('a\n\n\n\nb', new Set(['x']))).toBe('a\n\n\n\nb');
});
