import { expect, test } from 'vitest';
import { sectionsOf } from '../../src/adapters/knowledge/markdown-sections.ts';

const DOCUMENT = `# Guide

One sentence
over two lines.

- first item
  goes on
  - nested
- second

\`\`\`
code  stays
as it is
\`\`\`
`;

test('line breaks inside paragraphs and list items are removed, and those of lists and code are kept', () => {
  expect(sectionsOf(DOCUMENT, 'fallback').map(({ markdown }) => markdown)).toEqual([
    'One sentence over two lines.\n\n- first item goes on\n  - nested\n- second\n\n```\ncode  stays\nas it is\n```',
  ]);
});
