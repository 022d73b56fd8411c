import { expect, it } from 'vitest';
import { numbersIn } from '../../widget/panel/citations.ts';

it.each([
  ['1', [1]],
  ['1-3', [1, 2, 3]],
  ['1–2', [1, 2]],
  ['1; 2', [1, 2]],
  ['3,1', [3, 1]],
  ['1, 2-3', [1, 2, 3]],
  ['0', []],
  ['4', []],
  ['1; 4', []],
  ['3-1', []],
  ['1-', []],
  ['2024', []],
])('the marker [%s] of an answer with three sources refers to %j', (marker, numbers) => {
  expect(numbersIn(marker, 3)).toEqual(numbers);
});
