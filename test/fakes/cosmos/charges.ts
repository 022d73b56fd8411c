/** Request units by size in KiB, as the documentation gives them for items whose every path is indexed. */
const READ = [
  [1, 1],
  [4, 1.14],
  [16, 1.7],
  [64, 4],
] as const;
const WRITE = [
  [1, 4.95],
  [2, 6.29],
  [4, 6.67],
  [8, 7.04],
  [16, 9.52],
  [64, 24],
] as const;
/** Leaving unqueried paths out of the index saves 20 to 60 % of a write; the least of it is counted. */
const INDEX_SAVING = 0.2;
/** A query's own charge before anything is read. */
const QUERY = 2.3;

/** Between the documented sizes the charge grows evenly. */
function along(table: readonly (readonly [kib: number, units: number])[], bytes: number): number {
  const kib = bytes / 1024;
  let [lowKib, low] = table[0] ?? [1, 1];
  for (const [highKib, high] of table) {
    if (kib <= highKib) {
      const share = highKib === lowKib ? 1 : (kib - lowKib) / (highKib - lowKib);
      return Math.max(low, low + share * (high - low));
    }
    [lowKib, low] = [highKib, high];
  }
  return (low * kib) / lowKib;
}

/** The charges of operations; sizes in bytes. */
export const charge = {
  read: (bytes: number) => along(READ, bytes),
  write: (bytes: number) => along(WRITE, bytes) * (1 - INDEX_SAVING),
  query: (itemsRead: number, bytes: number) => QUERY + itemsRead * 0.05 + bytes / 1024 / 20,
};
