import type { ErrorCode } from '../../src/domain/errors.ts';

/** The errors of every call that sends a file. */
export const SENDING_ERRORS = [
  'attachments-off',
  'session-closed',
  'uploads-not-configured',
  'files-unavailable',
] as const satisfies readonly ErrorCode[];

/** Further errors that are possible once all blocks are sent. */
export const CONTENT_ERRORS = [
  'attachment-not-found',
  'upload-incomplete',
  'attachment-type-unsupported',
  'image-with-hidden-data',
  'image-too-large',
  'rate-limited',
] as const satisfies readonly ErrorCode[];

/** How long the check of a whole file may take, in milliseconds: it is read in blocks from the storage. */
export const CHECK_MS = 20_000;
