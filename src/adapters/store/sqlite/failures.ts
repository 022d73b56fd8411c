import { AppError } from '../../../domain/errors.ts';

/**
 * Primary result codes of SQLite for an unusable file, as opposed to a mistake in a statement: BUSY, LOCKED,
 * NOMEM, READONLY, INTERRUPT, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB (sqlite.org/rescode.html).
 */
const UNAVAILABLE = new Set([5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26]);

/** Whether an error of `node:sqlite` means that the file cannot be read or written. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  // The low byte of an extended code is its primary code.
  return typeof error.errcode === 'number' && UNAVAILABLE.has(error.errcode & 0xff);
}

/** Maps an error for the ports: a failure of the file is `store-unavailable`, anything else is unchanged. */
export function failureOf(error: unknown): unknown {
  return isUnavailable(error) ? new AppError('store-unavailable', {}, { cause: error }) : error;
}
