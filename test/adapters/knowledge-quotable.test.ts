import { beforeAll, describe, expect, test } from 'vitest';
import { knowledgeIndex, type KnowledgeIndex } from '../../src/adapters/knowledge/knowledge-index.ts';

const PAGES = {
  paying: `# Paying

## Cash
You can pay cash at the desk. Pay before noon.

## Credit cards
Pay with Visa and Mastercard.
`,
  delivery: `# Delivery

## Parcels
A parcel within the country takes three working days. A parcel to Norway takes a week.

## Bulky goods
Pay nothing extra: two people carry bulky goods to your door.
`,
  repairs: `# Repairs

## Drop-off desk
Leave your bike at the desk until noon.

## What a repair costs
A puncture costs 15 EUR. Pay when you collect it.
`,
  about: `# Company

## About us
We are a family business since 1962.

## Who we are
Three sisters and a dog.
`,
  firma: `# Firma

## Wer wir sind
Drei Schwestern und ein Hund.
`,
};

let index: KnowledgeIndex;
beforeAll(() => {
  const documents = Object.entries(PAGES).map(([name, markdown]) => ({ name: `${name}.md`, markdown }));
  index = knowledgeIndex(() => Promise.resolve(documents));
});

describe('a section is quoted if it contains words of the question', () => {
  test.each([
    ['most of its words', 'how long does a parcel to Norway take', 'Parcels'],
    ['a rare word', 'do you take Mastercard', 'Credit cards'],
    ['the only word', 'bulky', 'Bulky goods'],
    ['its title', 'what about a second puncture repair, what would it cost?', 'What a repair costs'],
  ])('such as %s: %j', async (_why, question, title) => {
    expect((await index.answer([question])).best?.section.title).toBe(title);
  });

  test.each([['one common word', 'can I pay in instalments', 'Cash']])(
    'a section without them is only offered by its title: %s: %j',
    async (_why, question, title) => {
      const { best, others, found } = await index.answer([question]);
      expect(best).toBeUndefined();
      expect(others).toContain(title);
      expect(others.length).toBeLessThanOrEqual(2);
      expect(found.map(({ cited }) => cited)).toEqual(others.map(() => undefined));
    },
  );
});

describe('a heading of function words only is found by these words', () => {
  test.each([
    ['About us', 'Company', 'About us'],
    ['so who we are?', 'Company', 'Who we are'],
    ['Wer wir sind', 'Firma', 'Wer wir sind'],
  ])('%s', async (question, page, title) => {
    const { best } = await index.answer([question]);
    expect(best?.section).toMatchObject({ path: [page], title });
  });

  test.each(['what is it about', 'and us?', 'who is it'])(
    'other function words find nothing: %s',
    async (q) => {
      expect(await index.answer([q])).toMatchObject({ others: [] });
    },
  );
});

test.each(['darf ich das', 'müsste ich das', 'könnten wir das', 'sollte man das', 'mögen würde ich'])(
  'a German modal verb is not a content word: %s',
  async (question) => {
    const german = knowledgeIndex(() =>
      Promise.resolve([
        {
          name: 'regeln.md',
          markdown:
            '# Regeln\n\n## Hunde\nHunde darf man mitbringen, sie könnten und müssten und sollten und würden und mögen das.',
        },
      ]),
    );
    expect(await german.answer([question])).toMatchObject({ others: [] });
  },
);

describe('regular pages rank above pages for an occasion', () => {
  const HOURS = {
    hours: `# Visit

## Opening hours
Monday to Friday from 9:00 to 18:00.
`,
    christmas: `# Christmas

## When we close at Christmas
On 24 December we close at 13:00. When we close early, the shop is closed until 27 December.
`,
    zeiten: `# Besuch

## Öffnungszeiten
Montag bis Freitag von 9:00 bis 18:00 Uhr.
`,
    ostern: `# Ostern

## Wann wir an Ostern schließen
Am Gründonnerstag schließen wir um 13 Uhr, wann wir schließen, steht auch an der Tür.
`,
  };
  const hours = knowledgeIndex(() =>
    Promise.resolve(Object.entries(HOURS).map(([name, markdown]) => ({ name: `${name}.md`, markdown }))),
  );

  test.each([
    ['When do you close?', 'Opening hours'],
    ['until when are you open', 'Opening hours'],
    ['When do you close at Christmas?', 'When we close at Christmas'],
    ['Wann schließt ihr?', 'Öffnungszeiten'],
    ['Bis wann habt ihr auf?', 'Öffnungszeiten'],
    ['Wann schließt ihr an Ostern?', 'Wann wir an Ostern schließen'],
  ])('%s', async (question, title) => {
    const { best } = await hours.answer([question]);
    expect(best?.section.title).toBe(title);
  });
});
