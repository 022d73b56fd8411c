/** How much the first ranks count more than later ones (Cormack, Clarke and Büttcher, SIGIR 2009). */
const K = 60;

/**
 * Reciprocal rank fusion: an item scores 1 / (k + rank) in each ranking that has it, and the sums are the new
 * ranking, best first. It compares no scores, so rankings of different kinds need no common scale. Of equal
 * items the one that an earlier ranking names first is first.
 */
export function fuseRanks<T>(rankings: readonly (readonly T[])[], k = K): { item: T; score: number }[] {
  const scores = new Map<T, number>();
  for (const ranking of rankings) {
    for (const [index, item] of ranking.entries()) {
      scores.set(item, (scores.get(item) ?? 0) + 1 / (k + index + 1));
    }
  }
  return Array.from(scores, ([item, score]) => ({ item, score })).sort((a, b) => b.score - a.score);
}
