import { describe, expect, it, test } from 'vitest';
import { folderDocuments } from '../../src/adapters/knowledge/folder.ts';
import {
  GOOD_FIT,
  knowledgeIndex,
  type KnowledgeIndex,
} from '../../src/adapters/knowledge/knowledge-index.ts';
import { knowledgeFolder } from '../support/files/knowledge-folder.ts';

const titles = async (index: KnowledgeIndex, question: string) =>
  (await index.find([question], 5)).filter(({ fit }) => fit >= GOOD_FIT).map(({ title }) => title);

describe('the index of a folder', () => {
  const folder = knowledgeFolder({
    'a.md':
      '# Shipping\n\n## Delivery times\n\nParcels take three days. Express takes one: express fee, fee, fee.\n\n## Fees\n\nOf express parcels, as of all others, in a few words more than needed.',
    'b.md': '# Rückgabe\n\nSchicken Sie die Ware innerhalb von 30 Tagen zurück. Größe egal.',
    'c.md': '# Réglages\n\n## L’installation\n\nOuvrez les paramètres. `ALLOWED_ORIGINS` est une liste.',
    'd.txt': '# Secret\n\nDelivery of this file is not wanted.',
    'more/deep/e.md': '返品は三十日以内に受け付けます。',
  });
  const index = knowledgeIndex(() => folderDocuments(folder, ''));

  test.each([
    ['exact words of a heading', 'delivery times', 'Delivery times'],
    ['other forms of a word', 'how is a parcel delivered?', 'Delivery times'],
    ['the start of a word', 'deliv', 'Delivery times'],
    ['a misspelled word', 'delivary', 'Delivery times'],
    ['words without their accents', 'ruckgabe grosse', 'Rückgabe'],
    ['words in capitals', 'RÜCKGABE', 'Rückgabe'],
    ['an elided article', 'installation', 'L’installation'],
    ['the name of a setting', 'allowed_origins', 'L’installation'],
    ['a part of the name of a setting', 'allowed origins', 'L’installation'],
    ['a word of a language without spaces, in a nested folder', '返品', 'e'],
  ])('finds a section by %s', async (_by, question, title) => {
    expect((await titles(index, question))[0]).toBe(title);
  });

  it('ranks a word in a heading above repetitions of the word in a text', async () => {
    const found = (await index.find(['express fees'], 2)).map(({ title }) => title);
    expect(found).toEqual(['Fees', 'Delivery times']);
  });

  test.each(['What is the capital of France?', 'how do you do', '', '?!', 'a', '1', 'secret'])(
    'finds nothing for %j',
    async (question) => {
      expect(await titles(index, question)).toEqual([]);
    },
  );

  it('completes a follow-up with the previous question, and ranks the words of the follow-up first', async () => {
    const found = async (...questions: string[]) =>
      (await index.find(questions, 5)).map(({ title }) => title);
    expect(await found('And how much?')).toEqual([]);
    expect(await found('When do parcels arrive?', 'And how much?')).toContain('Delivery times');
    expect((await found('Rückgabe', 'Delivery times?'))[0]).toBe('Delivery times');
    expect(await found('Rückgabe', 'Delivery times?')).toContain('Rückgabe');
  });

  it('rates a section of an earlier question as fitting only if the last question refers to it', async () => {
    const fits = async (...questions: string[]) =>
      (await index.find(questions, 5)).some(
        ({ title, fit }) => title === 'Delivery times' && fit >= GOOD_FIT,
      );
    expect(await fits('delivery times', 'And that?')).toBe(true);
    expect(await fits('delivery times', 'What is the capital of France?')).toBe(false);
  });

  it('does not rate a section with one shared word as an answer', async () => {
    const [found] = await index.find(['three little pigs'], 1);
    expect(found?.title).toBe('Delivery times');
    expect(found?.fit).toBeLessThan(GOOD_FIT);
  });

  it('searches only the first words of a very long question', async () => {
    const lorem = Array.from({ length: 300 }, (_, n) => `lorem${n}ipsum`);
    const question = `delivery ${lorem.join(' ')} Rückgabe`;
    expect((await index.find([question], 5)).map(({ title }) => title)).toEqual(['Delivery times']);
  });
});

test('if two pages contradict each other, the newer page is found first, with its date', async () => {
  const page = (date: string, price: string) =>
    `---\ntitle: Prices\nurl: https://shop.example/${date}\ndate: ${date}\n---\n\nA brass bell costs ${price} euros.`;
  const documents = [
    { name: 'old.md', markdown: page('2024-03-01', '17') },
    { name: 'new.md', markdown: page('2026-03-01', '19') },
  ];
  const index = knowledgeIndex(() => Promise.resolve(documents));
  const found = await index.find(['What does a brass bell cost?'], 2);
  expect(found.map(({ date }) => date)).toEqual(['2026-03-01', '2024-03-01']);
  expect((await index.answer(['What does a brass bell cost?'])).best?.passage).toContain('19 euros');
});
