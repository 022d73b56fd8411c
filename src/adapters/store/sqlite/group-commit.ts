import type { DatabaseSync } from 'node:sqlite';
import { failureOf, isUnavailable } from './failures.ts';

interface PendingWrite {
  /** Performs the work, and returns the function that reports the result after the commit. */
  run(): () => void;
  reject(error: unknown): void;
}

/**
 * Group commit: the writes of one turn of the event loop share a transaction, because most of its cost is
 * waiting for the disk. Each write sees the previous ones.
 */
export function groupCommit(file: DatabaseSync) {
  const begin = file.prepare('BEGIN IMMEDIATE');
  const commit = file.prepare('COMMIT');
  const rollback = file.prepare('ROLLBACK');
  let waiting: PendingWrite[] = [];

  function store(group: readonly PendingWrite[]): void {
    begin.run();
    let reports;
    try {
      reports = group.map(({ run }) => run());
      commit.run();
    } catch (error) {
      // Some disk failures end the transaction automatically.
      if (file.isTransaction) rollback.run();
      throw error;
    }
    for (const report of reports) report();
  }

  function settle(group: readonly PendingWrite[]): void {
    try {
      store(group);
    } catch (error) {
      if (group.length === 1 || isUnavailable(error)) {
        for (const { reject } of group) reject(failureOf(error));
      } else {
        // If one write fails the group, each is run separately, so that only that one fails.
        for (const one of group) settle([one]);
      }
    }
  }

  function flush(): void {
    const group = waiting;
    waiting = [];
    if (group.length > 0) settle(group);
  }

  return {
    /**
     * Performs the work under the write lock and resolves after the commit. If the work throws, nothing is
     * changed.
     */
    write<T>(work: () => T): Promise<T> {
      return new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({
          run() {
            const result = work();
            return () => resolve(result);
          },
          reject,
        });
      });
    },
    /** Commits pending writes immediately. */
    flush,
  };
}

export type GroupCommit = ReturnType<typeof groupCommit>;
