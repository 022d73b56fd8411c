import type { FileType } from '../domain/file-types.ts';

/** A file to read. Its bytes come in pieces, so that only the reader holds the whole of it. */
export interface FileToRead {
  type: FileType;
  name: string;
  bytes: number;
  pieces: AsyncIterable<Uint8Array>;
}

export interface ReadFile {
  /** With a title and its source in the front matter; Markdown that was written by hand is left as it is. */
  markdown: string;
  /** Of a PDF. */
  pages?: number;
}

/** A section of a document, as the assistant is given it. */
export interface DocumentSection {
  title: string;
  /** The headings above it, outermost first. */
  path: readonly string[];
  markdown: string;
}

/** Turns files into Markdown. */
export interface DocumentReader {
  /**
   * Reads one file at a time, within limits of time and memory. A file that cannot be read is refused with
   * one of the codes of FILE_REFUSALS.
   */
  read(file: FileToRead): Promise<ReadFile>;
}

/** The sections of a document, in order, as the search has them. */
export type DocumentSections = (name: string, markdown: string) => Promise<readonly DocumentSection[]>;
