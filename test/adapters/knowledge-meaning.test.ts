import { describe, expect, test } from 'vitest';
import { knowledgeIndex } from '../../src/adapters/knowledge/knowledge-index.ts';
import type { WeightedQuestion } from '../../src/ports.ts';

const DOCUMENTS = [
  {
    name: 'shop.md',
    markdown: [
      '# Shop',
      '## Returns\n\nGoods that you send back within thirty days are refunded.',
      '## Delivery\n\nParcels take two days.',
      '## Opening hours\n\nThe shop is open from nine to five.',
      '## Gift cards\n\nGift cards are valid for three years.',
      '## Bicycle repair\n\nA bicycle repair takes a week.',
    ].join('\n\n'),
  },
];
const TITLES = ['Returns', 'Delivery', 'Opening hours', 'Gift cards', 'Bicycle repair'];

/** An index whose sections with these titles are near every question, nearest first. */
function indexWith(...near: string[]) {
  const asked: (readonly WeightedQuestion[])[] = [];
  const opened: (readonly string[])[] = [];
  const index = knowledgeIndex(
    () => Promise.resolve(DOCUMENTS),
    (texts) => {
      opened.push([...texts]);
      return (questions) => {
        asked.push(questions);
        return Promise.resolve({ sections: near.map((title) => TITLES.indexOf(title)), tokens: 7 });
      };
    },
  );
  return { index, asked, opened };
}
const titles = (sections: readonly { title: string }[]) => sections.map(({ title }) => title);

describe('the sections that a model gets', () => {
  test('are those with shared words and those with a near meaning, fused by rank', async () => {
    const { index } = indexWith('Opening hours', 'Gift cards');
    const words = await index.find(['Are gift cards refunded?'], 5);
    expect(titles(words)).toEqual(['Gift cards', 'Returns']);
    const { sections, embeddingTokens } = await index.search(['Are gift cards refunded?']);
    expect(titles(sections).slice(0, 3)).toEqual(['Gift cards', 'Opening hours', 'Returns']);
    expect(embeddingTokens).toBe(7);
  });

  test('have a fit from their words, and a fit of 0 if only their meaning is near', async () => {
    const { index } = indexWith('Opening hours');
    const { sections } = await index.search(['gift cards']);
    expect(sections.slice(0, 2)).toMatchObject([
      { title: 'Gift cards', fit: 1 },
      { title: 'Opening hours', fit: 0 },
    ]);
  });

  test('are only those with shared words if no meaning is near', async () => {
    const { index } = indexWith();
    const { sections } = await index.search(['Are gift cards refunded?']);
    const words = await index.find(['Are gift cards refunded?'], 5);
    expect(sections.slice(0, words.length)).toEqual(words);
  });

  test('are searched by the last question and, with a lower weight, the questions before it', async () => {
    const { index, asked } = indexWith();
    await index.search(['Do you repair bicycles?', 'How long does it take?']);
    expect(asked).toEqual([
      [
        { question: 'How long does it take?', weight: 1 },
        { question: 'Do you repair bicycles?', weight: 0.5 },
      ],
    ]);
  });
});

test('a section is embedded with the headings above it', async () => {
  const { index, opened } = indexWith();
  await index.find(['returns'], 1);
  expect(opened[0]?.[0]).toBe('Shop › Returns\n\nGoods that you send back within thirty days are refunded.');
});

describe('an answer without a model', () => {
  test('suggests a section with a near meaning', async () => {
    const { index } = indexWith('Opening hours', 'Gift cards');
    const { best, others, embeddingTokens } = await index.answer(['repair parcels']);
    expect(best).toBeDefined();
    expect([best?.section.title, ...others]).toContain('Opening hours');
    expect(others).toHaveLength(2);
    expect(embeddingTokens).toBe(7);
  });

  test('does not embed a question that shares no words with the documents', async () => {
    const { index, asked } = indexWith('Gift cards', 'Delivery');
    const answer = await index.answer(['What is the weather on Mars?']);
    expect(answer).toMatchObject({ others: [], embeddingTokens: 0 });
    expect(answer.best).toBeUndefined();
    expect(asked).toEqual([]);
  });
});
