/** A random number from 0 up to, but not including, 1. */
export function chance(random: { bytes(length: number): Uint8Array }): number {
  return (random.bytes(1)[0] ?? 0) / 256;
}

/**
 * A pause of which half is random, so that callers that failed together do not retry together. `by`: a random
 * number, 0 to 1.
 */
export function jittered(pauseMs: number, by: number): number {
  return pauseMs * (0.5 + by / 2);
}
