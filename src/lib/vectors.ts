/**
 * A quantized vector: only its direction is meaningful. All zeros: the text has no vector.
 */
export type QuantizedVector = Int8Array;

/** The maximum absolute value of a component. */
const LARGEST = 127;

/** Scalar quantization to 8 bits: a quarter of the bytes; cosines change by less than 0.01. */
export function quantizeVector(vector: ArrayLike<number>): QuantizedVector {
  const largest = Array.from(vector).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const stored = new Int8Array(vector.length);
  if (largest === 0) return stored;
  for (let at = 0; at < vector.length; at++) stored[at] = Math.round(((vector[at] ?? 0) / largest) * LARGEST);
  return stored;
}

/** The weighted sum of normalized vectors of equal dimension; undefined for an empty list. */
export function weightedSum(
  parts: readonly { vector: ArrayLike<number>; weight: number }[],
): Float32Array | undefined {
  const length = parts[0]?.vector.length;
  if (length === undefined || parts.some(({ vector }) => vector.length !== length)) return undefined;
  const sum = new Float32Array(length);
  for (const { vector, weight } of parts) {
    const scale = weight / norm(vector);
    for (let at = 0; at < length; at++) sum[at] = (sum[at] ?? 0) + scale * (vector[at] ?? 0);
  }
  return sum;
}

/** The default maximum number of results. */
const MOST = 10;

/**
 * The indexes of the vectors with the largest cosine similarity, nearest first: those above the mean by a
 * standard deviation. A fixed threshold does not work, because the similarity of unrelated texts differs
 * between models.
 */
export function nearestVectors(
  question: Float32Array,
  vectors: readonly (QuantizedVector | undefined)[],
  most = MOST,
): number[] {
  const near = vectors.flatMap((vector, number) => {
    if (vector?.length !== question.length) return [];
    const length = norm(vector);
    return length === 0 ? [] : [{ number, cosine: dot(question, vector) / length }];
  });
  const mean = near.reduce((sum, { cosine }) => sum + cosine, 0) / near.length;
  const variance = near.reduce((sum, { cosine }) => sum + (cosine - mean) ** 2, 0) / near.length;
  const least = mean + Math.sqrt(variance);
  return near
    .filter(({ cosine }) => cosine >= least)
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, most)
    .map(({ number }) => number);
}

function norm(vector: ArrayLike<number>): number {
  return Math.sqrt(dot(vector, vector));
}

function dot(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
