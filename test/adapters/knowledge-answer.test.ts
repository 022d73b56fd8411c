import { beforeAll, describe, expect, test } from 'vitest';
import { knowledgeIndex, type KnowledgeIndex } from '../../src/adapters/knowledge/knowledge-index.ts';

const SHOP = `# Shop

## Delivery times
Parcels to addresses in the country arrive within three working days. To the islands it takes a week.

## Shipping costs
Shipping is free for orders over $60. Below that we charge $4.95.

## Sending abroad
We ship to Norway and Switzerland, but not to Canada. Duties are included in the price that checkout shows.

## Returns
Unused goods may be sent back within 30 days. Helmets must still have their seal.

## Accepted methods
We take Visa, Mastercard and bank transfer. Cheques are not possible.

## Gift cards
A gift card is valid for five years. Its balance is shown on every receipt.
`;
const LADEN = `# Werkstatt

## Terminvereinbarung
Termine gibt es im Internet und am Telefon. Das Rad geben Sie bis 9 Uhr ab.

## Plattfuß
Einen platten Reifen flicken wir sofort für 15 Euro.
`;
const HANG = `# Cửa hàng

## Bán cá
Cửa hàng bán cá mỗi ngày.

## Bàn cà
Bàn dành cho món cà.
`;

let index: KnowledgeIndex;
beforeAll(() => {
  const documents = [
    { name: 'shop.md', markdown: SHOP },
    { name: 'laden.md', markdown: LADEN },
    { name: 'hang.md', markdown: HANG },
  ];
  index = knowledgeIndex(() => Promise.resolve(documents));
});

/** The titles that the last of several questions is answered with, a quoted section first. */
async function shown(...questions: string[]): Promise<string[]> {
  const { best, others } = await index.answer(questions);
  return [...(best ? [best.section.title] : []), ...others];
}

describe('the best section is shown first', () => {
  test.each([
    ['by its own words', 'is shipping free over 60', 'Shipping costs'],
    ['by a word form', 'which helmet can be sent back', 'Returns'],
    ['by a misspelled word', 'do you take mastercrad', 'Accepted methods'],
    ['by a part of a German compound', 'mein Fahrradreifen ist hin', 'Plattfuß'],
    ['by the tone marks of Vietnamese', 'bán cá', 'Bán cá'],
    ['by other tone marks', 'bàn cà', 'Bàn cà'],
    ['by its title, as a button sends it', 'Sending abroad', 'Sending abroad'],
    [
      'by a question at the end of a long message',
      `Good evening. ${'My neighbour told me all about her holiday on the coast, where it rained, and her dog ran away. '.repeat(3)}Anyway: do you ship to Switzerland, and are duties included?`,
      'Sending abroad',
    ],
  ])('%s: %j', async (_why, question, title) => {
    expect((await shown(question))[0]).toBe(title);
  });
});

test.each([
  ['is there wifi', 'Rooms'],
  ['what time is checkout', 'Departure'],
  ['can you send me an ebook', 'Reading'],
])('a word of the question matches a hyphenated word of the documents: %j', async (question, title) => {
  const markdown = `# Hotel

## Rooms
A desk, a safe and fast Wi-Fi.

## Departure
Check‑out is until 11:00.

## Reading
We send you the e-book of the month.
`;
  const hotel = knowledgeIndex(() => Promise.resolve([{ name: 'hotel.md', markdown }]));
  expect((await hotel.answer([question])).best?.section.title).toBe(title);
});

test('the fit of a section shows how much of the question it covers', async () => {
  const fitOf = async (question: string) => (await index.find([question], 1))[0]?.fit ?? 0;
  expect(await fitOf('do you ship to Norway')).toBe(1);
  expect(await fitOf('do you ship to Japan')).toBeLessThan(0.5);
  expect(await fitOf('what does repainting a helmet cost')).toBeLessThan(0.5);
});

describe('a question about other subjects', () => {
  test.each([
    'who won the world cup',
    'what is the capital of Peru',
    'wer ist Kanzler',
    '',
    '?!',
    'how do you do',
  ])('%j finds nothing', async (question) => {
    expect(await shown(question)).toEqual([]);
  });
});

test('at most three sections are shown, each once', async () => {
  const titles = await shown('can I return helmets from Norway, and is shipping free');
  expect(titles).toHaveLength(3);
  expect(new Set(titles).size).toBe(3);
  expect(titles).toEqual(expect.arrayContaining(['Returns', 'Shipping costs']));
});

describe('a follow-up', () => {
  test('is searched together with the question that it refers to', async () => {
    expect(await shown('do you ship to Norway', 'and how much is that?')).toContain('Sending abroad');
  });

  test('refers to the newest question that the documents can answer', async () => {
    expect(await shown('my parcel', 'lovely weather', 'how long?')).toContain('Delivery times');
  });

  test('with a subject does not refer to an earlier question', async () => {
    expect(await shown('do you ship to Norway', 'And the capital of France?')).toEqual([]);
    expect((await shown('do you ship to Norway', 'and the gift card?'))[0]).toBe('Gift cards');
  });
});

test('equal titles of several pages are shown with their page, and find its section', async () => {
  const documents = ['Shoes', 'Bikes'].map((page) => ({
    name: `${page}.md`,
    markdown: `# ${page}\n\n## Sizes\nThe table of sizes of ${page}.\n\n## Care\nDry slowly.`,
  }));
  const twice = knowledgeIndex(() => Promise.resolve(documents));
  const { best, others } = await twice.answer(['table of sizes']);
  expect(best?.section.path).toEqual(['Shoes']);
  expect(others).toContain('Sizes (Bikes)');
  expect((await twice.answer(['Sizes (Bikes)'])).best?.section.path).toEqual(['Bikes']);
});
