/** A seeded pseudo-random generator with numbers from 0 to 1 (Park and Miller's generator). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
