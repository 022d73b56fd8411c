import { AppError } from '../../../core/errors.ts';

/**
 * Primary result codes for an unusable file, as opposed to an error in a statement: BUSY, LOCKED, NOMEM,
 * READONLY, INTERRUPT, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB (sqlite.org/rescode.html).
 */
const UNAVAILABLE = new Set([5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26]);

/** Whether an error of `node:sqlite` means that the file cannot be read or written. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  // The low byte of an extended code is the primary code.
  return typeof error.errcode === 'number' && UNAVAILABLE.has(error.errcode & 0xff);
}

/** Converts errors of the file to `store-unavailable`. Other errors stay unchanged. */
export function failureOf(error: unknown): unknown {
  return isUnavailable(error) ? new AppError('store-unavailable', {}, { cause: error }) : error;
}
