import type { LeftOutReason } from '../domain/website/left-out.ts';

/** The choices of a website's owner. */
export interface WebsiteChoices {
  /** Plain http is read, too; default: https only. */
  allowHttp: boolean;
  /** Other hosts of the same registrable domain are read, too. */
  subdomains: boolean;
  /** PDF and Word files that pages link are read, too. */
  files: boolean;
  /** The languages that are read, as BCP 47 tags in lower case; absent: all. Pages without one are read. */
  languages?: readonly string[];
}

/** The facts of the latest reading of a page, so that an unchanged page is not read again. */
export interface KnownPage {
  /** The headers of the answer, as they came. */
  etag?: string;
  lastModified?: string;
  /** Milliseconds since the epoch. */
  readAt: number;
  /** Its links, which are followed again where the page is unchanged. */
  links: readonly string[];
}

/** The text of a page or of a file. */
export interface PageText {
  kind: 'page';
  /** The address that was read; a page that moved, or names another canonical address, is a duplicate. */
  url: string;
  title: string;
  /**
   * The body, without front matter. A heading that has an address in the page ends with it, as in
   * `## Opening hours {#hours}`. Blocks that stand on most pages are still there (`boilerplateOf`).
   */
  markdown: string;
  words: number;
  /** A PDF or Word file. */
  isFile: boolean;
  /** BCP 47, in lower case, as the page states it. */
  language?: string;
  /** The page's own date, `YYYY-MM-DD`, where it states one. */
  pageDate?: string;
  etag?: string;
  lastModified?: string;
  /** The addresses that it links on the same site, normalized, each once; files among them. */
  links: readonly string[];
}

export interface LeftOut {
  kind: 'left-out';
  reason: LeftOutReason;
  /** When the site asks to be asked again, in milliseconds from now. */
  retryAfterMs?: number;
  /** The address that is read instead, where the page is a duplicate. */
  insteadOf?: string;
}

export type PageReading = PageText | { kind: 'unchanged' } | LeftOut;

/** A page that was found. The same address comes again when more of it is known; the latest one counts. */
export interface FoundPage {
  /** Normalized: without fragment, tracking parameters and session ids. */
  url: string;
  /** The first part of its path, such as `/blog`; `/` for the pages above. */
  section: string;
  /** The sitemap's date of the latest change, ISO 8601. */
  changedAt?: string;
  /** Absent while the page is only listed, in a sitemap or by a link. */
  reading?: PageReading;
}

export interface FindOptions {
  /** The most pages that are found; the others are left out as `over-limit`, without a list of them. */
  limit: number;
  /** Pages that are listed but not requested; the start page always is. Default: none. */
  isExcluded?(url: string): boolean;
  /** Asks for known pages conditionally, or not at all where the sitemap says that they have not changed. */
  known?(url: string): KnownPage | undefined;
  /** Further addresses of the site to begin with, such as a printable page. */
  also?: readonly string[];
  /** An abort ends the search by throwing its reason. */
  signal: AbortSignal;
}

/** The choices that the pages of a site offer, as far as they were found. */
export interface SiteOffers {
  /** BCP 47, in lower case, sorted. */
  languages: readonly string[];
  /** Hosts of the same registrable domain that are not read, sorted. */
  subdomains: readonly string[];
  /** How many PDF and Word files were linked. */
  files: number;
  /** How many pages were found beyond the limit. */
  overLimit: number;
}

/** A website while it is found or read, with its robots.txt and its pace: one request at a time. */
export interface OpenWebsite {
  /** The start page after redirects, normalized. */
  readonly startUrl: string;
  /**
   * Finds the pages and reads each once: first it lists those of the sitemaps, which takes a few seconds,
   * then it reads the start page and follows links, breadth first.
   */
  find(options: FindOptions): AsyncIterable<FoundPage>;
  /** Reads one page. A problem of the site or the page is a reading, never an error. */
  read(url: string, known: KnownPage | undefined, signal: AbortSignal): Promise<PageReading>;
  offers(): SiteOffers;
}

/** Reads websites. Every address is checked on its connection (docs/security.md). */
export interface Websites {
  /**
   * Reads robots.txt and follows the start page's redirects. An invalid address is `validation-failed` for
   * `address`. A site that cannot be read is `website-refused`, with the reason of LEFT_OUT_WORDS as `reason`
   * and its sentence as `explanation`.
   */
  open(address: string, choices: WebsiteChoices, signal: AbortSignal): Promise<OpenWebsite>;
}
