import { expect, test } from 'vitest';
import { knowledgeIndex } from '../../src/adapters/knowledge/knowledge-index.ts';

const indexOf = (pages: Record<string, string>) =>
  knowledgeIndex(() =>
    Promise.resolve(Object.entries(pages).map(([name, markdown]) => ({ name: `${name}.md`, markdown }))),
  );
const titlesOf = async (index: ReturnType<typeof indexOf>, question: string) =>
  (await index.search([question])).sections.map(({ title }) => title);

/** Pages about parcels, the first ones also about insurance. */
const pagesAbout = (count: number, insured: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `page-${at}`,
      `# Page ${at}\n\nA parcel${at < insured ? ' has insurance' : ' is brown'}.`,
    ]),
  );

test.each([
  ['twelve that fit equally well', pagesAbout(20, 20), 12],
  ['eight if the others fit less than half as well', pagesAbout(20, 1), 8],
  ['all if there are fewer', pagesAbout(3, 3), 3],
])('the model is sent the best sections by their score: %s', async (_what, pages, count) => {
  expect(await titlesOf(indexOf(pages), 'parcel insurance')).toHaveLength(count);
});

test('the best sections come with their neighbors on the page, each once', async () => {
  const index = indexOf({
    delivery:
      '# Delivery\n\n## Countries\nSee below.\n\n## Parcel\nParcel.\n\n## Prices\n5 EUR.\n\n## More\nLess.',
    other: '# Other\n\n## First\nNothing.',
  });
  expect(await titlesOf(index, 'parcel')).toEqual(['Parcel', 'Countries', 'Prices']);
  expect(await titlesOf(index, 'parcel prices')).toEqual(['Parcel', 'Prices', 'Countries', 'More']);
});

test('a search returns the languages of the documents, so that a model can search in them', async () => {
  const index = indexOf({
    en: '# Delivery\n\nWe deliver to all of the country, and it is free.',
    de: '# Versand\n\nWir liefern in das ganze Land, und das ist für Sie frei.',
  });
  expect((await index.search(['¿cuánto cuesta?'])).languages).toEqual(['en', 'de']);
});
