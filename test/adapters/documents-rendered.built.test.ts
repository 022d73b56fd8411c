import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { fromHtml } from '../../src/adapters/documents/html.ts';
import { sectionsOf } from '../../src/adapters/knowledge/markdown-sections.ts';
import { Markdown } from '../../src/web/ui/markdown.tsx';
import { markdown, type Make } from '../../widget/markdown.ts';

// The import's Markdown is given to the model and comes back in its answers: one grammar reads it in the
// widget and in transcripts.
const CORPUS: [what: string, html: string, shown: string, ...links: string[]][] = [
  [
    'a phone number',
    'Call <a href="tel:+4922812345">+49 228 12345</a>.',
    'Call +49 228 12345.',
    'tel:+4922812345',
  ],
  ['mail', '<a href="mailto:a@shop.example">Write to us</a>', 'Write to us', 'mailto:a@shop.example'],
  ['emphasis', 'during the <em>week</em>, <strong>always</strong>', 'during the week, always'],
  ['emphasis in bold', '<strong>all <em>the</em> week</strong>', 'all the week'],
  ['deleted text', 'Old price <del>90 EUR</del>, now 80 EUR', 'Old price 90 EUR, now 80 EUR'],
  [
    'a title of a link',
    '<a href="https://shop.example/terms" title="Our &quot;terms&quot;">the terms</a>',
    'the terms',
    'https://shop.example/terms',
  ],
  [
    'brackets in a link',
    '<a href="https://shop.example/a_(b)">this</a>',
    'this',
    'https://shop.example/a_(b)',
  ],
  [
    'an open bracket in a link',
    '<a href="https://shop.example/a(b">this</a>',
    'this',
    'https://shop.example/a(b',
  ],
  ['an address that is no link', 'See https://shop.example/all_(new)', 'See https://shop.example/all_(new)'],
  ['a space that does not break', '10&nbsp;EUR &amp; more', '10\u00a0EUR & more'],
  [
    'what looks like markup',
    '5 * 3 * 2, snake_case_name, a_b, [1], 1 < 2, C:\\temp',
    '5 * 3 * 2, snake_case_name, a_b, [1], 1 < 2, C:\\temp',
  ],
  ['code', 'Run <code>npm_start *now*</code>', 'Run npm_start *now*'],
  ['a line that ends', 'One<br>two', 'One\ntwo'],
  ['a quote', '<blockquote>Quoted words</blockquote>', 'Quoted words'],
];

type Tree = string | { tag: string; detail: string | undefined; children: Tree[] };
const make: Make<Tree> = (tag, children, detail) => ({ tag, detail, children });
const textOf = (tree: Tree): string =>
  typeof tree === 'string' ? tree : tree.children.map((child) => textOf(child)).join('');
const linksOf = (tree: Tree): string[] =>
  typeof tree === 'string'
    ? []
    : [...(tree.tag === 'a' ? [tree.detail ?? ''] : []), ...tree.children.flatMap((child) => linksOf(child))];

describe('the text of a web page is shown as on the page', () => {
  it.each(CORPUS)('%s', (_what, html, shown, ...links) => {
    const { markdown: document } = fromHtml(
      Buffer.from(`<main><h1>Title</h1><p>${html}</p></main>`),
      'a.html',
    );
    const given = sectionsOf(document, 'a.md')
      .map((section) => section.markdown)
      .join('\n\n');
    const trees = markdown(given, make);
    expect(trees.map((tree) => textOf(tree)).join('\n')).toBe(shown);
    expect(trees.flatMap((tree) => linksOf(tree))).toEqual(links);
    const transcript = renderToString(h(Markdown, { text: given }));
    const hrefs = Array.from(transcript.matchAll(/href="([^"]*)"/g), ([, href]) => href);
    expect(hrefs).toEqual(links);
    expect(transcript).not.toMatch(/~~|\]\(|&amp;nbsp;/);
  });
});
