import type { FileRefusal } from '../../domain/errors.ts';

/** Limits for reading one file. */
export const LIMITS = {
  /** Of a PDF. */
  pages: 500,
  /** Of the Markdown, in UTF-16 code units: what one document may have. */
  characters: 400_000,
  /** Of the unpacked parts of a Word file together, in bytes. */
  unpackedBytes: 40 * 1024 * 1024,
  /** Files inside a Word file. */
  parts: 5_000,
};

/** A file that cannot be read, and why. */
export class Refused extends Error {
  override name = 'Refused';
  readonly code: FileRefusal;

  constructor(code: FileRefusal, options: { cause?: unknown } = {}) {
    super(code, options);
    this.code = code;
  }
}
