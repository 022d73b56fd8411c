import { describe, expect, test } from 'vitest';
import { declaredSynonyms } from '../../src/adapters/knowledge/front-matter.ts';
import { knowledgeIndex } from '../../src/adapters/knowledge/knowledge-index.ts';

const SHOP = `---
synonyms: kickstand, prop; RMA, return number
---
# Shop

## Opening a case
You need an RMA before you post anything.

## Stands
Kickstands hold any frame.

## Parcels
We post up to 5 kg.
`;

describe('a question with a synonym from a document', () => {
  const index = knowledgeIndex(() => Promise.resolve([{ name: 'shop.md', markdown: SHOP }]));

  test.each([
    ['a word', 'do you sell a prop', 'Stands'],
    ['another form of the word', 'do you sell props', 'Stands'],
    ['several words', 'where do I get a return number', 'Opening a case'],
  ])('finds the section: %s', async (_what, question, title) => {
    expect((await index.find([question], 1))[0]?.title).toBe(title);
  });

  test('finds nothing by a part of a synonym of several words', async () => {
    expect((await index.answer(['what is the number'])).best).toBeUndefined();
  });
});

test('the groups of a front matter are separated by semicolons or items, their words by commas', () => {
  const groups = [
    ['parcel', 'package'],
    ['RMA', 'return number'],
  ];
  expect(declaredSynonyms('---\nsynonyms: parcel, package; RMA, return number\n---\n')).toEqual(groups);
  expect(declaredSynonyms('---\nsynonyms:\n- parcel, package\n- RMA, return number\n---\n')).toEqual(groups);
  expect(declaredSynonyms('---\nsynonyms: alone\n---\n')).toEqual([]);
});

test('a document with very many synonyms is indexed with the first 200 at most', async () => {
  const declared = Array.from({ length: 5000 }, (_, n) => `aa${n}, bb${n}`).join('; ');
  const markdown = `---\nsynonyms: ${declared}\n---\n# A\n\nSome aa1.`;
  const index = knowledgeIndex(() => Promise.resolve([{ name: 'a.md', markdown }]));
  expect(await index.find(['bb1'], 5)).toHaveLength(1);
  expect(declaredSynonyms(markdown).length).toBeLessThanOrEqual(200);
});
