import type { DatabaseSync } from 'node:sqlite';
import { failureOf, isUnavailable } from './failures.ts';

interface Waiting {
  /** Does the work and tells how to report it once it is stored. */
  run(): () => void;
  reject(error: unknown): void;
}

export interface GroupCommit {
  /** Does the work under the write lock; resolves when it is stored. What throws has changed nothing. */
  write<T>(work: () => T): Promise<T>;
  /** Stores what waits. */
  flush(): void;
}

/**
 * Writes that are asked for in one turn of the event loop become one transaction: waiting for the disk is most of what
 * a transaction costs, so under load ten callers wait once. Each sees what those before it did.
 */
export function groupCommit(file: DatabaseSync): GroupCommit {
  const begin = file.prepare('BEGIN IMMEDIATE');
  const commit = file.prepare('COMMIT');
  const rollback = file.prepare('ROLLBACK');
  let waiting: Waiting[] = [];

  function store(group: readonly Waiting[]): void {
    begin.run();
    let reports;
    try {
      reports = group.map(({ run }) => run());
      commit.run();
    } catch (error) {
      // Some failures of the disk have ended the transaction already.
      if (file.isTransaction) rollback.run();
      throw error;
    }
    for (const report of reports) report();
  }

  function settle(group: readonly Waiting[]): void {
    try {
      store(group);
    } catch (error) {
      if (group.length === 1 || isUnavailable(error)) {
        for (const { reject } of group) reject(failureOf(error));
      } else {
        // One of them is at fault; alone, each fails or succeeds for itself.
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
    write(work) {
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
    flush,
  };
}
