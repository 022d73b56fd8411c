import { expect, it } from 'vitest';
import { citedPassage, headingOf } from '../../src/knowledge/rules/cited-passage.ts';
import type { AnswerBasis } from '../../src/conversations/records/message.ts';

const SECTIONS = [
  { title: 'Prices', path: ['Shop'], markdown: 'From 79 euros.' },
  { title: 'Prices', path: ['Shop'], markdown: 'To 99 euros.' },
  { title: 'Prices', path: ['Staff'], markdown: 'Never shown.' },
  { title: 'Hours', path: [], url: 'https://acme.test/hours', markdown: 'Nine to five.' },
];

const basis = (...sections: AnswerBasis['sections']): AnswerBasis => ({
  queries: [],
  sections,
  model: 'm',
  inputTokens: 0,
  outputTokens: 0,
  cost: null,
});
const SHOP = { heading: 'Shop › Prices', cited: true };
const STAFF = { heading: 'Staff › Prices' };
const HOURS = { heading: 'Hours', cited: true };
const sources = [{ title: 'Prices' }, { title: 'Hours', url: 'https://acme.test/hours' }];

it.each([
  ['all parts of the section that was cited', 1, basis(SHOP, STAFF, HOURS), 'From 79 euros.\n\nTo 99 euros.'],
  ['the section with the address of the source', 2, basis(HOURS), 'Nine to five.'],
  ['nothing of a section that was found and not cited', 1, basis(STAFF), undefined],
  [
    'nothing if the heading in the documents has changed',
    1,
    basis({ heading: 'Old', cited: true }),
    undefined,
  ],
  ['nothing for a number that no source has', 3, basis(SHOP, HOURS), undefined],
  ['nothing for number 0', 0, basis(SHOP, HOURS), undefined],
  ['nothing if the cited sections are unknown', 1, undefined, undefined],
])('a citation shows %s', (_what, number, of, passage) => {
  expect(citedPassage({ sources, ...(of && { basis: of }) }, number, SECTIONS)).toBe(passage);
});

it('a source with a new address shows no passage', () => {
  const moved = [{ title: 'Hours', url: 'https://acme.test/old' }];
  expect(citedPassage({ sources: moved, basis: basis(HOURS) }, 1, SECTIONS)).toBeUndefined();
});

it('a heading and a passage are cut between characters, never within one', () => {
  const title = '😀'.repeat(200);
  expect(headingOf({ title, path: [] })).toBe('😀'.repeat(120));
  const long = { title, path: [], markdown: '😀'.repeat(9000) };
  const cited = basis({ heading: headingOf(long), cited: true });
  expect(citedPassage({ sources: [{ title }], basis: cited }, 1, [long])).toBe('😀'.repeat(6000));
});
