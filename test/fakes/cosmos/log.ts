/** States that replicas may still show are kept for this long. */
const KEPT_MS = 60_000;

interface Version<T> {
  lsn: number;
  value: T;
}

/**
 * The log of one physical partition: every commit has a log sequence number (LSN), and what was stored at an
 * earlier one can still be read, as a replica that lags shows it.
 */
export interface PartitionLog<T> {
  /** Of the newest commit; 0 before the first. */
  lsn(): number;
  /** Of the newest commit that was made before a time, by `nowMs`. */
  lsnAt(atMs: number): number;
  keys(): string[];
  /** The value at a key as of an LSN; without one, the newest. */
  at(key: string, lsn?: number): T | undefined;
  /** One commit. */
  write(changes: ReadonlyMap<string, T>): void;
}

export function partitionLog<T>(nowMs: () => number): PartitionLog<T> {
  const versions = new Map<string, Version<T>[]>();
  let commits: { lsn: number; atMs: number }[] = [{ lsn: 0, atMs: -Infinity }];
  const newest = () => commits.at(-1)?.lsn ?? 0;

  /** Forgets what no replica shows any more: all but the newest state from before that time. */
  function forget(): void {
    const from = commits.findLastIndex(({ atMs }) => atMs <= nowMs() - KEPT_MS);
    if (from < 1) return;
    commits = commits.slice(from);
    const oldest = commits[0]?.lsn ?? 0;
    for (const [key, kept] of versions) {
      const first = kept.findLastIndex(({ lsn }) => lsn <= oldest);
      if (first > 0) versions.set(key, kept.slice(first));
    }
  }

  return {
    lsn: newest,
    lsnAt: (atMs) => commits.findLast((commit) => commit.atMs <= atMs)?.lsn ?? commits[0]?.lsn ?? 0,
    keys: () => [...versions.keys()],
    at: (key, lsn = newest()) => versions.get(key)?.findLast((version) => version.lsn <= lsn)?.value,
    write(changes) {
      const lsn = newest() + 1;
      for (const [key, value] of changes) versions.set(key, [...(versions.get(key) ?? []), { lsn, value }]);
      commits.push({ lsn, atMs: nowMs() });
      forget();
    },
  };
}
