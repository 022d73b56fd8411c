import { expect, test } from 'vitest';
import { leftOutGroups, mergedGroups, sumOfGroups } from '../../src/websites/rules/left-out-groups.ts';

const at = (path: string) => `https://shop.example${path}`;

test('left-out pages are summed up by reason and pattern, with some of their addresses', () => {
  const groups = leftOutGroups();
  for (let day = 1; day <= 80; day++) groups.add(at(`/events?day=${day}`), 'too-many-alike');
  groups.add(at('/files/prices.pdf'), 'file');
  groups.add(at('/internal/a'), 'robots');
  const list = groups.list();
  expect(list.map(({ reason, pattern, pages }) => `${reason} ${pattern}: ${pages}`)).toEqual([
    'too-many-alike /events?day=…: 80',
    'file /files/….pdf: 1',
    'robots /internal/…: 1',
  ]);
  expect(list[0]?.examples).toHaveLength(10);
});

test('a long address is counted and not kept as an example', () => {
  const groups = leftOutGroups();
  groups.add(at(`/files/${'x'.repeat(300)}`), 'robots');
  groups.add(at('/files/short'), 'robots');
  expect(groups.list()).toMatchObject([{ pages: 2, examples: [at('/files/short')] }]);
});

test('if there are too many patterns, the rest is one group for each reason', () => {
  const groups = leftOutGroups();
  for (let number = 0; number < 5_000; number++) groups.add(at(`/${number}/x`), 'robots');
  expect([groups.list().length, sumOfGroups(groups.list())]).toEqual([201, 5_000]);
});

test('a reading that did not see all links keeps the groups of earlier readings', () => {
  const group = (pattern: string, pages: number) => ({
    reason: 'file' as const,
    pattern,
    pages,
    examples: [],
  });
  const before = [group('/a', 5), group('/b', 1)];
  const found = [group('/a', 2), group('/c', 3)];
  expect(mergedGroups(before, found, false).map(({ pattern, pages }) => [pattern, pages])).toEqual([
    ['/a', 5],
    ['/c', 3],
    ['/b', 1],
  ]);
  expect(mergedGroups(before, found, true)).toEqual(found);
});
