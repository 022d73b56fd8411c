import { failureOf } from './failures.ts';

/** How many rows are read in one turn of the event loop, in all files together: a few milliseconds. */
export const ROWS_PER_TURN = 300;
/** What a statement costs beside its rows, in rows. */
const STATEMENT_ROWS = 10;

/** Reads that wait for a turn of the loop; each returns how many rows it read. */
const waiting: (() => number)[] = [];
let rowsRead = 0;
let isCounting = false;

/**
 * Cooperative scheduling: a synchronous read of the database, as a promise with the errors of the ports. Once
 * ROWS_PER_TURN are read, further reads wait, in their order, for the next turn of the event loop, which all
 * stores of the process share. Without it a caller that reads one page after the other, such as an export,
 * would keep every other request from being answered until it is done. Default of `rowsOf`: the length of a
 * list, else one.
 */
export function ask<T>(work: () => T, rowsOf: (result: T) => number = countOf): Promise<T> {
  return new Promise((resolve, reject) => {
    const read = () => {
      try {
        const result = work();
        resolve(result);
        return rowsOf(result);
      } catch (error) {
        reject(failureOf(error));
        return 0;
      }
    };
    if (waiting.length > 0 || rowsRead >= ROWS_PER_TURN) waiting.push(read);
    else countRows(read);
  });
}

const countOf = (result: unknown) => (Array.isArray(result) ? result.length : 1);

function countRows(read: () => number): void {
  if (!isCounting) {
    isCounting = true;
    setImmediate(startTurn);
  }
  rowsRead += STATEMENT_ROWS + read();
}

function startTurn(): void {
  isCounting = false;
  rowsRead = 0;
  while (rowsRead < ROWS_PER_TURN) {
    const next = waiting.shift();
    if (!next) return;
    countRows(next);
  }
}
