/** The constant k: larger values reduce the weight of first ranks (Cormack et al., SIGIR 2009). */
const K = 60;

/**
 * Reciprocal rank fusion: an item scores 1 / (k + rank) in each ranking; the result is sorted by the sums,
 * best first. The rankings need no common scale. Ties keep the order of the first ranking with one of the
 * items.
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
