import { zipSync } from 'fflate';

/** Makes a reproducible zip: files sorted by name, with a fixed time, readable by all users. */
export function zip(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const sorted = [...files].toSorted(([one], [other]) => (one < other ? -1 : 1));
  // The format stores local time. These date parts are equal in every time zone.
  return zipSync(Object.fromEntries(sorted), {
    level: 9,
    mtime: new Date(1980, 0, 1),
    os: 3,
    attrs: 0o644 << 16,
  });
}
