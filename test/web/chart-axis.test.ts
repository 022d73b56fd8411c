import { describe, expect, test } from 'vitest';
import { axisSteps, timeLabels } from '../../src/web/dashboard/parts/axis.ts';

describe('the labels of a time axis', () => {
  const axis = { startSeconds: 0, endSeconds: 100, left: 20, width: 500 };
  const label = (at: number) => `at ${at}`;

  test('leave out the first and the last one if the edge of the chart would cut it', () => {
    expect(timeLabels([0, 2, 50, 93, 94, 100], axis, label)).toEqual(['', '', 'at 50', 'at 93', '', '']);
  });

  test('keep the first one if the labels of the amounts leave it space', () => {
    expect(timeLabels([0, 50], { ...axis, left: 34 }, label)).toEqual(['at 0', 'at 50']);
  });
});

describe('the steps of an axis', () => {
  test('are whole for counts, so that no chart shows a quarter of a conversation', () => {
    expect(axisSteps(true).slice(0, 6)).toEqual([1, 2, 5, 10, 20, 25]);
    expect(axisSteps(true).every(Number.isInteger)).toBe(true);
  });

  test('have fractions for money, in ascending order', () => {
    expect(axisSteps(false)).toEqual(expect.arrayContaining([0.0025, 0.25, 2.5]));
    expect(axisSteps(false)).toEqual(axisSteps(false).toSorted((one, other) => one - other));
  });
});
