import type { ParsedApi } from '../actions/rules/openapi/operations.ts';
import type { FileType } from '../lib/file-types.ts';
import type { FailureReason } from '../spending/rules/model-failure.ts';
import type { RobotsRules } from '../websites/rules/robots-rules.ts';

/** A file to read. Its bytes arrive in pieces, so that only the reader holds the whole file in memory. */
export interface FileToRead {
  type: FileType;
  name: string;
  bytes: number;
  pieces: AsyncIterable<Uint8Array>;
}

export interface ParsedFile {
  /** With the title and the source in its front matter; an uploaded Markdown file is unchanged. */
  markdown: string;
  /** The number of pages; only of a PDF. */
  pages?: number;
  /** The parts of the file that the document leaves out, in words, such as `pictures (3)`. */
  leftOut?: readonly string[];
}

/** A page of a website, as the server sent it. */
export interface PageToRead {
  /** The base URL of its links. */
  url: string;
  /** The `charset` parameter of the Content-Type header. */
  charset?: string;
  /** The texts of the style sheets that the page links, in their order. */
  styleSheets?: readonly string[];
  bytes: Uint8Array;
}

/** The content of a website's page, and the facts in its head. */
export interface ParsedPage {
  /** `text`: the page has a text. The others say why it has no text. */
  outcome: 'text' | 'empty' | 'needs-script' | 'sign-in';
  title: string;
  /** Without front matter. A heading with an id ends with it, as in `## Prices {#prices}`. */
  markdown: string;
  words: number;
  /** The parts that are not read, in words, such as `pictures (3)`. */
  leftOut: readonly string[];
  /** The `lang` attribute of the page. */
  language?: string;
  /** The date that the page states: `YYYY-MM-DD` or `YYYY-MM`. */
  pageDate?: string;
  /** Absolute URLs: the canonical one, the target of a `refresh`, and the links. */
  canonical?: string;
  refresh?: string;
  links: readonly string[];
  /** The same page in other languages. */
  alternates: readonly { language: string; url: string }[];
  noindex: boolean;
  /** The page asks crawlers not to follow its links (`robots` meta tag). */
  nofollow: boolean;
}

/** A page in a sitemap. */
export interface SitemapEntry {
  url: string;
  /** The date or time of the latest change (W3C format). */
  changedAt?: string;
  /** The translations of the page, with their addresses. */
  alternates: readonly { language: string; url: string }[];
}

export interface SitemapContent {
  entries: readonly SitemapEntry[];
  /** The sitemaps in a sitemap index. */
  sitemaps: readonly string[];
}

/** A section of a document, as it is passed to the assistant. */
export interface DocumentSection {
  title: string;
  /** The headings above it, outermost first. */
  path: readonly string[];
  markdown: string;
}

/**
 * Reads files from outside, one at a time, within limits of time and memory. A file that cannot be read
 * throws an AppError with a code of FILE_REFUSALS.
 */
export interface DocumentReader {
  /** Turns a file into Markdown. */
  read(file: FileToRead): Promise<ParsedFile>;
  /** Reads a page of a website within the same limits. A page without a text is an outcome, not an error. */
  readPage(page: PageToRead): Promise<ParsedPage>;
  /** Reads a sitemap or a sitemap index, also a compressed one, up to `limit` pages. */
  readSitemap(bytes: Uint8Array, limit: number): Promise<SitemapContent>;
  readRobotsTxt(bytes: Uint8Array, productToken: string): Promise<RobotsRules>;
  /**
   * Reads an OpenAPI description in JSON or YAML; undefined for any other text. `address`: the base of its
   * relative URLs.
   */
  readApi(text: string, address: string | undefined): Promise<ParsedApi | undefined>;
}

/** Splits documents into the sections that the search index uses; a list for each document, in order. */
export type DocumentSections = (
  documents: readonly { name: string; markdown: string }[],
) => Promise<readonly (readonly DocumentSection[])[]>;

export interface EmbedOptions {
  /** A visitor waits: one try, without retries. */
  urgent: boolean;
  signal: AbortSignal;
  /** Called with the tokens of each request that was answered, also if a later one fails. */
  count(tokens: number): void | Promise<void>;
}

/** Turns texts into vectors (embeddings); similar meanings have a small angle between their vectors. */
export interface Embedder {
  /**
   * The model, with the length of its vectors if one is requested. Only vectors of the same space can be
   * compared.
   */
  readonly space: string;
  /**
   * Embeds any number of texts, none of them empty. The vectors are in the order of the texts, all of one
   * length, finite and not zero. Failure is a ModelFailure; an abort throws its reason.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>;
  /** Why the latest call failed; undefined after a success. */
  problem(): FailureReason | undefined;
  /** Whether the circuit breaker refuses calls now. */
  isRefusing(): boolean;
}

/** A question of a conversation, with its weight relative to the others. */
export interface WeightedQuestion {
  question: string;
  weight: number;
}

/** The sections that are nearest to questions in meaning. */
export interface NearestSections {
  /** Indexes of the sections, nearest first; empty if the vectors are missing or not computed in time. */
  sections: readonly number[];
  /** The tokens that the questions used. */
  tokens: number;
}

/**
 * Semantic search: finds the sections nearest to the questions. A time limit keeps it from delaying answers.
 */
export type FindNearestSections = (questions: readonly WeightedQuestion[]) => Promise<NearestSections>;

/** Prepares a semantic search among sections with these texts; vectors are loaded in the background. */
export type OpenSemanticSearch = (texts: Iterable<string>) => FindNearestSections;

/** The content words of a question, for grouping questions with the same subject. */
export interface QuestionWords {
  /** ISO 639-1; undefined if the words do not show the language. */
  language?: string;
  /** The stems of its content words, without duplicates. */
  roots: readonly string[];
}

/** Extracts the content words of questions in any language; the results are in the order of the questions. */
export type ReadQuestionWords = (questions: readonly string[]) => Promise<QuestionWords[]>;
