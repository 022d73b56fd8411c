/** The two physical partitions of every container, which the service splits and merges as it likes. */
export interface Partitions {
  /** The feed of partition key ranges. */
  feed(): unknown;
  /** The partition that a request names; undefined where it has been replaced. */
  named(id: string): string | undefined;
  /** Replaces each partition by another one with the same keys. */
  replace(): void;
}

const BOUNDS = [
  ['', '80'],
  ['80', 'FF'],
] as const;

export function partitions(): Partitions {
  let first = 0;
  const idOf = (index: number) => String(first + index);
  return {
    feed: () => ({
      _rid: 'ranges',
      PartitionKeyRanges: BOUNDS.map(([minInclusive, maxExclusive], index) => ({
        id: idOf(index),
        minInclusive,
        maxExclusive,
        _rid: `range-${idOf(index)}`,
        status: 'online',
        parents: first === 0 ? [] : [String(first - BOUNDS.length + index)],
      })),
      _count: BOUNDS.length,
    }),
    named(id) {
      const index = BOUNDS.findIndex((_, at) => idOf(at) === id);
      return index < 0 ? undefined : String(index);
    },
    replace() {
      first += BOUNDS.length;
    },
  };
}
