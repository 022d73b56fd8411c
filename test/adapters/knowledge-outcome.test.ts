import { beforeAll, describe, expect, test } from 'vitest';
import { knowledgeIndex, type KnowledgeIndex } from '../../src/adapters/knowledge/index.ts';

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

## Rücksendung
Das Etikett drucken Sie im Kundenkonto. Ohne Drucker zeigen Sie in der Postfiliale den Code vor.
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

/** What comes of questions that are asked in turn: the kind of the last outcome, and the titles in it. */
async function outcome(...questions: string[]): Promise<[kind: string, ...titles: string[]]> {
  const answer = await index.answer(questions);
  if (answer.kind === 'sure') return ['sure', answer.section.title];
  return answer.kind === 'nothing' ? ['nothing'] : [answer.kind, ...answer.labels];
}

describe('the answer is sure', () => {
  test.each([
    ['for its own words', 'is shipping free over 60', 'Shipping costs'],
    ['for a word form', 'which helmet can be sent back', 'Returns'],
    ['for a synonym of shops', 'how long until my package arrives', 'Delivery times'],
    ['for a misspelled word', 'do you take mastercrad', 'Accepted methods'],
    ['for a phrase', 'does my gift voucher run out', 'Gift cards'],
    ['for a part of a German compound', 'wie bekomme ich einen Werkstatttermin', 'Terminvereinbarung'],
    ['for a synonym in German', 'ich hab einen platten', 'Plattfuß'],
    ['for the tone marks of Vietnamese', 'bán cá', 'Bán cá'],
    ['for other tone marks', 'bàn cà', 'Bàn cà'],
    ['for the title of a section, as a button sends it', 'Sending abroad', 'Sending abroad'],
  ])('%s: %j', async (_why, question, title) => {
    expect(await outcome(question)).toEqual(['sure', title]);
  });
});

test.each([
  ['is there wifi', 'Rooms'],
  ['what time is checkout', 'Departure'],
  ['can you send me an ebook', 'Reading'],
])('a word is found where the documents write it with a hyphen: %j', async (question, title) => {
  const markdown = `# Hotel

## Rooms
A desk, a safe and fast Wi-Fi.

## Departure
Check‑out is until 11:00.

## Reading
We send you the e-book of the month.
`;
  const hotel = knowledgeIndex(() => Promise.resolve([{ name: 'hotel.md', markdown }]));
  expect(await hotel.answer([question])).toMatchObject({ kind: 'sure', section: { title } });
});

describe('of sections that are about a whole question', () => {
  const TEXTS = `# Chat

## Rotating the admin key
Open the settings and press the button. The old one is refused at once.

## I lost the admin key
Where a browser is still signed in, rotate the key there. The admin key itself cannot be read.

## What is the admin key?
It opens the dashboard. Rotate the admin key when a colleague leaves; the admin key has 43 characters.

## Closing a conversation
Only an agent closes a conversation. A closed conversation can be read.

## The conversation is closed
Start a new conversation: a closed one takes no messages, and an agent closes it.
`;
  test.each([
    ['the one that has the question as its title', 'How do I rotate the admin key?', 'sure'],
    ['none of two that have it', 'how do I close a conversation', 'unsure'],
    ['none whose title has further words', 'who rotates the key', 'unsure'],
    ['none where a fact is asked for', 'How much is rotating the admin key?', 'unsure'],
  ])('%s is quoted: %j', async (_which, question, kind) => {
    const chat = knowledgeIndex(() => Promise.resolve([{ name: 'chat.md', markdown: TEXTS }]));
    const answer = await chat.answer([question]);
    expect(answer.kind).toBe(kind);
    if (answer.kind === 'sure') expect(answer.section.title).toBe('Rotating the admin key');
  });
});

describe('a near miss is never quoted', () => {
  test.each([
    ['a place that is not named', 'do you ship to Japan'],
    ['a means that is not named', 'can I pay in bitcoin'],
    ['a thing that is not named', 'what does repainting cost'],
    ['a word at two edits from a known one', 'is a helicopter free'],
    ['a condition that is not named', 'do you have used helmets'],
    ['a German one', 'kann ich den Reifen mieten'],
  ])('%s: %j', async (_why, question) => {
    expect((await outcome(question))[0]).not.toBe('sure');
  });
});

describe('a section that shares a concept alone, without the fact that is asked for, is not shown', () => {
  const TEXTS = `# Help

## How long may a message be?
Up to 4000 characters. Longer texts can be sent in several messages.

## How much can I upload?
Ten files for every order.
`;
  test.each([
    'How long does delivery take?',
    'Wie lange dauert die Lieferung?',
    '¿Cuánto tarda el envío?',
    'How much is a purchase?',
  ])('%j', async (question) => {
    const chat = knowledgeIndex(() => Promise.resolve([{ name: 'help.md', markdown: TEXTS }]));
    expect((await chat.answer([question])).kind).toBe('nothing');
  });
});

describe('words for one thing find the section that uses another one', () => {
  const PRACTICE = `# Practice

## I am in pain. What shall I do?
Call us. Patients in pain are seen on the same day.

## What does a cleaning cost?
95 euros.
`;
  const PRAXIS = `# Praxis

## Ich habe Schmerzen. Was soll ich tun?
Rufen Sie an. Wer Schmerzen hat, kommt am selben Tag an die Reihe.

## Was kostet eine Reinigung?
95 Euro.
`;
  test.each([
    ['I have a toothache', PRACTICE],
    ['my tooth is aching', PRACTICE],
    ['Ich habe Zahnweh', PRAXIS],
    ['Ich habe starke Zahnschmerzen', PRAXIS],
  ])('%j', async (question, markdown) => {
    const practice = knowledgeIndex(() => Promise.resolve([{ name: 'practice.md', markdown }]));
    const answer = await practice.answer([question]);
    expect(JSON.stringify(answer.found[0])).toMatch(/in pain|Schmerzen/);
    expect(answer.kind).not.toBe('nothing');
  });
});

describe('the documents are about other things', () => {
  test.each([
    'who won the world cup',
    'what is the capital of Peru',
    'wer ist Kanzler',
    '',
    '?!',
    'how do you do',
  ])('%j finds nothing', async (question) => {
    expect(await outcome(question)).toEqual(['nothing']);
  });
});

test('a question without a subject asks back, with two to four meanings', async () => {
  const [kind, ...titles] = await outcome('how much is it?');
  expect(kind).toBe('unclear');
  expect(titles.length).toBeGreaterThanOrEqual(2);
  expect(titles.length).toBeLessThanOrEqual(4);
  expect(titles).toContain('Shipping costs');
});

test('a question that is answered in part shows at most three sections, one for each known word', async () => {
  const [kind, ...titles] = await outcome('can I return helmets from Norway in winter');
  expect(kind).toBe('unsure');
  expect(titles.length).toBeLessThanOrEqual(3);
  expect(titles).toEqual(expect.arrayContaining(['Returns', 'Sending abroad']));
});

describe('a follow-up', () => {
  test('is looked up with what it refers to', async () => {
    const [, ...titles] = await outcome('do you ship to Norway', 'and how much is that?');
    expect(titles).toEqual(expect.arrayContaining(['Sending abroad']));
  });

  test('refers to the newest question that the documents know', async () => {
    const asked = ['my parcel', 'lovely weather', 'how long?'];
    expect((await outcome(...asked)).slice(1)).toContain('Delivery times');
  });

  test('with words of its own is never answered by a quote that only the earlier question leads to', async () => {
    const documents = [
      { name: 'cost.md', markdown: '# Cost\n\n## What the chat costs\nYour plan, and the AI model by use.' },
      { name: 'model.md', markdown: '# Model\n\n## Without an AI model\nThe chat works without one, too.' },
    ];
    const about = knowledgeIndex(() => Promise.resolve(documents));
    const asked = ['how much does it cost', 'can I use it without an AI?'];
    expect(await about.answer(asked)).toMatchObject({
      kind: 'unsure',
      labels: expect.arrayContaining(['Without an AI model']),
    });
  });

  test('with a subject of its own does not', async () => {
    expect(await outcome('do you ship to Norway', 'And the capital of France?')).toEqual(['nothing']);
    expect(await outcome('do you ship to Norway', 'and the gift card?')).toEqual(['sure', 'Gift cards']);
  });
});

test('titles that several pages have name their page, and lead to it', async () => {
  const documents = ['Shoes', 'Bikes'].map((page) => ({
    name: `${page}.md`,
    markdown: `# ${page}\n\n## Sizes\nThe table of sizes of ${page}.\n\n## Care\nDry slowly.`,
  }));
  const twice = knowledgeIndex(() => Promise.resolve(documents));
  const answer = await twice.answer(['sizes']);
  expect(answer).toMatchObject({ kind: 'sure' });
  const unclear = await twice.answer(['table of sizes']);
  expect(unclear).toMatchObject({ labels: expect.arrayContaining(['Sizes', 'Sizes (Bikes)']) });
  expect(await twice.answer(['Sizes (Bikes)'])).toMatchObject({
    kind: 'sure',
    section: { path: ['Bikes'] },
  });
});
