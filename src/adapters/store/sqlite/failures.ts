import { AppError } from '../../../domain/errors.ts';

/**
 * Primary result codes of SQLite that say the store cannot be used now, as opposed to a mistake in a statement:
 * BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB (sqlite.org/rescode.html).
 */
const UNAVAILABLE = new Set([5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26]);

/** Whether an error of `node:sqlite` means that the file cannot be read or written. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  // The low byte of an extended code is its primary code.
  return typeof error.errcode === 'number' && UNAVAILABLE.has(error.errcode & 0xff);
}

/** An error as the ports want it: a failure of the file is `store-unavailable`, anything else stays what it is. */
export function failureOf(error: unknown): unknown {
  return isUnavailable(error) ? new AppError('store-unavailable', {}, { cause: error }) : error;
}

/** Asks a database, which answers at once, in the way of the ports. */
export function ask<T>(work: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    try {
      resolve(work());
    } catch (error) {
      reject(failureOf(error));
    }
  });
}
