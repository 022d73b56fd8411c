import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nearestVectors, quantizeVector, weightedSum } from '../../src/lib/vectors.ts';

const vector = (length: number) =>
  fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: length, maxLength: length });
const cosine = (one: ArrayLike<number>, other: ArrayLike<number>) => {
  const dot = (a: ArrayLike<number>, b: ArrayLike<number>) =>
    Array.from(a).reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other));
};

test('a stored vector keeps the direction of the original', () => {
  fc.assert(
    fc.property(vector(64), (values) => {
      fc.pre(values.some((value) => Math.abs(value) > 0.01));
      expect(cosine(values, quantizeVector(values))).toBeGreaterThan(0.99);
    }),
  );
});

test('a vector of zeros is stored unchanged', () => {
  expect(quantizeVector([0, 0])).toEqual(new Int8Array(2));
});

describe('the sum of vectors', () => {
  test('adds the directions of vectors by their weights', () => {
    const parts = [
      { vector: [5, 0], weight: 1 },
      { vector: [0, 0.1], weight: 0.5 },
    ];
    expect(weightedSum(parts)).toEqual(new Float32Array([1, 0.5]));
  });

  test.each([
    ['of no vectors', []],
    ['of different lengths', [[1], [1, 0]]],
  ])('%s is undefined', (_name, vectors) => {
    expect(weightedSum(vectors.map((its) => ({ vector: its, weight: 1 })))).toBeUndefined();
  });
});

describe('the nearest vectors', () => {
  const question = new Float32Array([1, 0]);
  const at = (degrees: number) =>
    quantizeVector([Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]);

  test('are those much nearer than the rest, nearest first', () => {
    const all = [90, 95, 20, 100, 85, 10, 90, 92, 88, 91].map(at);
    expect(nearestVectors(question, all)).toEqual([5, 2]);
  });

  test('exclude missing vectors, zero vectors and vectors of another length', () => {
    expect(
      nearestVectors(question, [undefined, new Int8Array(2), quantizeVector([1, 0, 0]), at(30)]),
    ).toEqual([3]);
  });

  test('are an empty list without vectors', () => {
    expect(nearestVectors(question, [])).toEqual([]);
  });

  test('are at most as many as requested', () => {
    const all = Array.from({ length: 100 }, (_, number) => at(number < 50 ? 90 : 0));
    expect(nearestVectors(question, all)).toHaveLength(10);
  });
});
