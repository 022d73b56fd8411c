import type { LeftOutGroup } from '../websites/rules/left-out-groups.ts';
import type { SkipReason } from '../websites/rules/skip-reasons.ts';

/** How a website is read, as the admin chose it. */
export interface WebsiteChoices {
  /** If false, only https is read. */
  allowHttp: boolean;
  /** Other hosts of the same registrable domain are read, too. */
  subdomains: boolean;
  /** PDF and Word files that pages link are read, too. */
  files: boolean;
  /** The languages to read, as BCP 47 tags in lower case; absent: all. Pages without a language are read. */
  languages?: readonly string[];
  /** The start page that the website had before. A start page on another website is refused. */
  startUrl?: string;
}

/** A page of an earlier reading, with its validators for a conditional request (RFC 9110, 13). */
export interface KnownPage {
  /** The response headers, unchanged; absent for a page without a text. */
  etag?: string;
  lastModified?: string;
  /** The time of the latest request, in milliseconds since the epoch. */
  requestedAtMs: number;
  /** A text was read; such pages keep their places among the pages of a website. */
  hasText: boolean;
  /** It was only listed, and never requested. */
  isListed?: boolean;
  /** It links endless kinds of pages, so it is requested without validators (`FoundPage`). */
  linksEndless?: boolean;
  /** Already requested in this reading, which was interrupted; it is not requested again. */
  isRequested: boolean;
}

/** The text of a page or of a file. */
export interface PageText {
  kind: 'page';
  /** The address that was read. A page that redirects or has another canonical URL is a duplicate. */
  url: string;
  title: string;
  /**
   * The body, without front matter. A heading with an id ends with it, as in `## Opening hours {#hours}`.
   * Text that other pages repeat is not yet removed (`pageBlocks`).
   */
  markdown: string;
  words: number;
  /** The parts that are not read, in words, such as `pictures (3)`. */
  skippedParts?: readonly string[];
  /** A PDF or Word file. */
  isFile: boolean;
  /** BCP 47, in lower case, as the page states it. */
  language?: string;
  /** The date that the page states, `YYYY-MM-DD`. */
  pageDate?: string;
  etag?: string;
  lastModified?: string;
  /** Its links on the same site, also to files; normalized, without duplicates. */
  links: readonly string[];
}

export interface SkippedPage {
  kind: 'left-out';
  reason: SkipReason;
  /** The site's Retry-After, in milliseconds from now. */
  retryAfterMs?: number;
  /** Of a duplicate: the address that is read instead. */
  insteadOf?: string;
}

export type PageReading =
  | PageText
  /** `isRequested`: false if only the sitemap shows that it is unchanged. */
  | { kind: 'unchanged'; isRequested: boolean }
  | SkippedPage;

/**
 * A discovered page. It is reported again when more is known of it; the latest report replaces earlier ones.
 */
export interface FoundPage {
  /** Normalized: without fragment, tracking parameters and session ids. */
  url: string;
  /** The sitemap's date of the latest change, ISO 8601. */
  changedAt?: string;
  /** It is one of the addresses that were left out without a request, and is counted there. */
  isCounted?: boolean;
  /** It links calendars or filters that the start page does not link. */
  linksEndless?: boolean;
  /** Absent while the page is only listed, in a sitemap or by a link. */
  reading?: PageReading;
}

export interface FindOptions {
  /** The maximum number of pages with a text; further ones are only counted (`SiteOffers.overLimit`). */
  limit: number;
  /** Excluded pages are listed but not requested, except for the start page. Default: no page. */
  isExcluded?(url: string): boolean;
  /**
   * The pages of earlier readings, by URL. They are requested conditionally, or not at all if the sitemap
   * shows no change.
   */
  known?: ReadonlyMap<string, KnownPage>;
  /** Whether the dates in the sitemap are believed. Default: true. */
  believesDates?(): boolean;
  /** Additional start addresses on the site, such as a printable page. */
  also?: readonly string[];
  /** An abort throws its reason. */
  signal: AbortSignal;
}

/** The choices that an admin has for a site, from the pages found so far. */
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

/** The addresses that were left out without a request. */
export interface LeftOutAddresses {
  groups(): Promise<readonly LeftOutGroup[]>;
  /** False if pages were unchanged, so that their links are not known. */
  isComplete: boolean;
  /** Whether a link or a sitemap leads to an address. */
  isFound(url: string): boolean;
}

/** A crawl of a website under its robots.txt, with one request at a time and a delay between requests. */
export interface OpenWebsite {
  /** The start page after redirects, normalized. */
  readonly startUrl: string;
  /**
   * Finds the pages and reads each once: the start page, its links, known pages, other links breadth first,
   * and then pages that only sitemaps list. Pages are listed before they are read. A listed page that has to
   * make room for another one is reported as `over-limit`. Problems of the site or a page are results
   * (`left-out`), never errors.
   */
  find(options: FindOptions): AsyncIterable<FoundPage>;
  offers(): SiteOffers;
  /** Of the latest `find`. */
  leftOutAddresses(): LeftOutAddresses;
  /**
   * The pages of calendars and filters that still wait. They are not listed while others are read; a later
   * `find` must know them, because it does not see the links of pages that were already requested.
   */
  undecided(): readonly FoundPage[];
}

/** Reads websites. Every connection checks that its address is public (docs/security.md). */
export interface Websites {
  /**
   * Reads robots.txt and follows the start page's redirects, to another website only if `startUrl` is absent.
   * An invalid address is `validation-failed` at path `address`. A site that cannot be read is
   * `website-refused`, with a code of SKIP_REASON_TEXTS as `reason` and its text as `explanation`. It also
   * has the time to wait (`retryAfterSeconds`) and the other website (`movedTo`), if there is one.
   */
  open(address: string, choices: WebsiteChoices, signal: AbortSignal): Promise<OpenWebsite>;
}
