import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuseRanks } from '../../src/lib/rank-fusion.ts';

const items = (rankings: string[][]) => fuseRanks(rankings).map(({ item }) => item);

test.each([
  ['a single ranking is kept', [['a', 'b', 'c'], []], ['a', 'b', 'c']],
  [
    'an item of both rankings is before the first item of one',
    [
      ['a', 'c'],
      ['b', 'c'],
    ],
    ['c', 'a', 'b'],
  ],
  ['of items with equal scores, that of the earlier ranking is first', [['a'], ['b']], ['a', 'b']],
  ['without rankings the result is empty', [], []],
])('%s', (_name, rankings, expected) => {
  expect(items(rankings)).toEqual(expected);
});

test('the score of an item is the sum of its reciprocal ranks, each rank increased by 60', () => {
  expect(fuseRanks([['a', 'b'], ['b']])).toEqual([
    { item: 'b', score: 1 / 62 + 1 / 61 },
    { item: 'a', score: 1 / 61 },
  ]);
});

test('an item that ranks at least as well in every ranking ranks at least as well in the fusion', () => {
  const ranking = fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e'], { minLength: 5 });
  fc.assert(
    fc.property(fc.array(ranking, { minLength: 1, maxLength: 4 }), (rankings) => {
      const fused = items(rankings);
      const isBetter = rankings.every((its) => its.indexOf('a') < its.indexOf('b'));
      expect(!isBetter || fused.indexOf('a') < fused.indexOf('b')).toBe(true);
      expect(fused.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
    }),
  );
});
