import { randomBytes, randomUUID } from 'node:crypto';
import type { Random } from '../../../src/ports.ts';

/** A seeded pseudo-random generator with numbers from 0 to 1 (Park and Miller's generator). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Real randomness, for tests that need an adapter to behave as in production. */
export const realRandom: Random = { uuid: randomUUID, bytes: (length) => randomBytes(length) };
