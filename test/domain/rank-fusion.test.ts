import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuseRanks } from '../../src/domain/rank-fusion.ts';

const items = (rankings: string[][]) => fuseRanks(rankings).map(({ item }) => item);

test.each([
  ['one ranking alone is kept', [['a', 'b', 'c'], []], ['a', 'b', 'c']],
  [
    'what both name is before what one names first',
    [
      ['a', 'c'],
      ['b', 'c'],
    ],
    ['c', 'a', 'b'],
  ],
  ['of equal items the one of the earlier ranking is first', [['a'], ['b']], ['a', 'b']],
  ['no ranking names nothing', [], []],
])('%s', (_name, rankings, expected) => {
  expect(items(rankings)).toEqual(expected);
});

test('the score is the sum of the reciprocal ranks, each 60 further', () => {
  expect(fuseRanks([['a', 'b'], ['b']])).toEqual([
    { item: 'b', score: 1 / 62 + 1 / 61 },
    { item: 'a', score: 1 / 61 },
  ]);
});

test('an item that is at least as good in every ranking is at least as good in all', () => {
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
