import { expect, test } from 'vitest';
import { sectionsOf } from '../../src/adapters/knowledge/markdown-sections.ts';
import { sectionSearch } from '../../src/adapters/knowledge/section-search.ts';

const page = (sections: number) => ({
  sections: sectionsOf(
    Array.from({ length: sections }, (_, at) => `## Part ${at}\n\nReturns take ${at} days.`).join('\n\n'),
    'Shop',
  ),
  synonyms: [],
});

test('an earlier question of a conversation is not ranked again', async () => {
  const { search } = await sectionSearch([page(2)]);
  const before = search('Returns?');
  search('And how long?');
  expect(search('Returns?')).toBe(before);
});

test('a question is ranked separately for each browser language', async () => {
  const { search } = await sectionSearch([page(2)]);
  const before = search('Returns?');
  expect(search('Returns?', 'de')).not.toBe(before);
});

test('fewer rankings are cached for an index with more sections', async () => {
  const { search } = await sectionSearch([page(200)]);
  const before = search('Returns?');
  for (let question = 1; question < 100; question++) search(`Returns ${question}?`);
  expect(search('Returns?')).toBe(before);
  for (let question = 1; question <= 100; question++) search(`Returns ${question}?`);
  expect(search('Returns?')).not.toBe(before);
});

test('a ranking has the best 300 sections, with equal ones in the order of the documents', async () => {
  const { search } = await sectionSearch([page(1_000)]);
  const { sections } = search('Returns take days');
  expect(sections).toHaveLength(300);
  const scores = sections.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(search('What takes 777 days?').sections[0]?.section.title).toBe('Part 777');
});

test('at most a thousand rankings are cached, even for few sections', async () => {
  const { search } = await sectionSearch([page(1)]);
  const before = search('Returns?');
  for (let question = 1; question < 1_000; question++) search(`Returns ${question}?`);
  expect(search('Returns?')).toBe(before);
  for (let question = 1; question <= 1_000; question++) search(`Returns ${question}?`);
  expect(search('Returns?')).not.toBe(before);
});
