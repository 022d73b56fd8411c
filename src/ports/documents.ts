import type { FileType } from '../domain/file-types.ts';
import type { FailureReason } from '../domain/model-failure.ts';

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
  /** The parts of the file that the document leaves out, in words, such as `pictures (3)`. */
  leftOut?: readonly string[];
}

/** A page of a website, as it was sent. */
export interface PageToRead {
  /** Its address, which its links are relative to. */
  url: string;
  /** The character encoding of the answer's content type. */
  charset?: string;
  bytes: Uint8Array;
}

/** The content of a website's page, and the facts in its head. */
export interface ReadPage {
  /** `text`: it can be read. Otherwise why there is nothing to read. */
  outcome: 'text' | 'empty' | 'needs-script' | 'sign-in';
  title: string;
  /** Without front matter; a heading with an address ends with it, as in `## Prices {#prices}`. */
  markdown: string;
  words: number;
  /** As the page states it. */
  language?: string;
  /** Its own date: `YYYY-MM-DD`, or `YYYY-MM`. */
  pageDate?: string;
  /** Absolute addresses: its own one, the one that it sends visitors on to, and those that it links. */
  canonical?: string;
  refresh?: string;
  links: readonly string[];
  /** The same page in other languages. */
  alternates: readonly { language: string; url: string }[];
  noindex: boolean;
  /** Its links are not to be followed. */
  nofollow: boolean;
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
  /** Reads a page of a website in the same way; a page without a text is an outcome. */
  readPage(page: PageToRead): Promise<ReadPage>;
}

/** The sections of a document, in order, as the search has them. */
export type DocumentSections = (name: string, markdown: string) => Promise<readonly DocumentSection[]>;

export interface EmbedOptions {
  /** A visitor waits: one try, without retries. */
  urgent: boolean;
  signal: AbortSignal;
  /** Called with the tokens of each request that was answered, also if a later one fails. */
  count(tokens: number): void | Promise<void>;
}

/** Turns texts into vectors: the more alike two texts are in meaning, the smaller the angle between them. */
export interface Embedder {
  /**
   * The model, with the length of its vectors if one is requested: only vectors of one space can be compared.
   */
  readonly space: string;
  /**
   * Embeds any number of texts, none of them empty. The vectors are in the order of the texts, all of one
   * length, finite and not zero. Failure is a ModelFailure; an abort throws its reason.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>;
  /** Why the latest call failed; undefined where it did not. */
  problem(): FailureReason | undefined;
}

/** A question of a conversation, and its weight among the others. */
export interface WeightedQuestion {
  question: string;
  weight: number;
}

/** The sections that are nearest to questions in meaning. */
export interface NearSections {
  /** Their numbers, nearest first; empty if the vectors are unknown or come too late. */
  sections: readonly number[];
  /** The tokens that the questions used. */
  tokens: number;
}

/** Finds those of some sections that are nearest to questions in meaning. It is never the last to answer. */
export type FindNear = (questions: readonly WeightedQuestion[]) => Promise<NearSections>;

/** Prepares the search among sections with these texts; it returns immediately. */
export type OpenMeanings = (texts: Iterable<string>) => FindNear;

/** The subject words of a question, for finding questions that ask for the same. */
export interface QuestionWords {
  /** ISO 639-1, where its words tell it. */
  language?: string;
  /** The roots of its content words, each once. */
  roots: readonly string[];
}

/** Reads questions in any language, in their order. */
export type ReadQuestionWords = (questions: readonly string[]) => Promise<QuestionWords[]>;
