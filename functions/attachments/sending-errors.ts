import type { ErrorCode } from '../../src/core/errors.ts';

/** The errors of every endpoint for sending a file. */
export const SENDING_ERRORS = [
  'attachments-off',
  'session-closed',
  'uploads-not-configured',
  'files-unavailable',
] as const satisfies readonly ErrorCode[];

/** Additional errors after all blocks are sent. */
export const CONTENT_ERRORS = [
  'attachment-not-found',
  'upload-incomplete',
  'attachment-type-unsupported',
  'image-damaged',
  'image-too-large',
  'rate-limited',
] as const satisfies readonly ErrorCode[];

/** The time budget for checking a complete file, in milliseconds. It is read from storage in blocks. */
export const CHECK_MS = 20_000;
