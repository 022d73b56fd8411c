/**
 * Splits items into chunks of `size`. A chunk with the same items as in `before` is the same array, so that
 * its memoized view is not rendered again.
 */
export function chunksOf<T>(
  items: readonly T[],
  size: number,
  before: readonly T[][],
  isSame: (item: T, other: T) => boolean,
): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => {
    const chunk = items.slice(index * size, (index + 1) * size);
    const known = before[index];
    if (known?.length !== chunk.length) return chunk;
    const same = known.every((other, at) => {
      const item = chunk[at];
      return item !== undefined && isSame(item, other);
    });
    return same ? known : chunk;
  });
}
