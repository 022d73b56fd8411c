import type { FileRefusal } from '../../core/errors.ts';

/** Limits for reading one file. */
export const LIMITS = {
  /** The most pages of a PDF. */
  pages: 500,
  /** The most Markdown of one document, in UTF-16 code units. */
  characters: 400_000,
  /** The most unpacked data of a Word file, in bytes. */
  unpackedBytes: 40 * 1024 * 1024,
  /** The most files inside a Word file. */
  parts: 5_000,
};

/** The file cannot be read; `reason` says why. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
  readonly code: FileRefusal;

  constructor(code: FileRefusal, options: { cause?: unknown } = {}) {
    super(code, options);
    this.code = code;
  }
}
