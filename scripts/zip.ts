import { zipSync } from 'fflate';

/** A zip whose bytes depend on nothing but its files: sorted by name, all of one time, readable by everyone. */
export function zip(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const sorted = [...files].toSorted(([one], [other]) => (one < other ? -1 : 1));
  // The format keeps local time; the parts of this one are the same wherever it is made.
  return zipSync(Object.fromEntries(sorted), {
    level: 9,
    mtime: new Date(1980, 0, 1),
    os: 3,
    attrs: 0o644 << 16,
  });
}
