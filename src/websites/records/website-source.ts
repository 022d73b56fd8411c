import * as z from 'zod/mini';
import { SKIP_REASON_TEXTS, type SkipReason } from '../rules/skip-reasons.ts';
import { SCHEDULES } from '../rules/schedule.ts';
import { count, named, text, time, uuid } from '../../lib/fields.ts';

export const REASONS = Object.keys(SKIP_REASON_TEXTS) as SkipReason[];

/** A rule for pages whose path matches; the last matching rule decides. */
const PageRule = z.object({
  /**
   * A path such as `/blog/*`, or a host and a path; `*` matches any text, and `/blog/*` also matches `/blog`.
   */
  pattern: text(300),
  read: z.boolean(),
});

/** A block that is left out on every page: the hash of its text, and the start of the text. */
const LeftOutBlock = z.object({
  hash: z.string().check(z.regex(/^[\w-]{16}$/, 'must be the hash of a block')),
  text: text(200),
});

/** A BCP 47 tag in lower case. */
const language = () =>
  z.string().check(z.toLowerCase(), z.regex(/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/, 'must be a language'));

/** The editable fields of a website. */
export const WebsiteSourceEdit = z.object({
  allowHttp: z.boolean(),
  subdomains: z.boolean(),
  files: z.boolean(),
  /** Empty: all languages. */
  languages: z.array(language()).check(z.maxLength(50)),
  rules: z.array(PageRule).check(z.maxLength(200)),
  /** Additional start addresses on the site, such as a printable page. */
  also: z.array(z.url({ protocol: /^https?$/ }).check(z.maxLength(2000))).check(z.maxLength(50)),
  leftOutBlocks: z.array(LeftOutBlock).check(z.maxLength(200)),
  schedule: z.enum(SCHEDULES),
  /** Whether changes go live automatically, or wait until an admin publishes them. */
  publish: z.enum(['live', 'review']),
});
export type WebsiteSourceEdit = z.output<typeof WebsiteSourceEdit>;

export const NEW_WEBSITE: WebsiteSourceEdit = {
  allowHttp: false,
  subdomains: false,
  files: false,
  languages: [],
  rules: [],
  also: [],
  leftOutBlocks: [],
  schedule: 'day',
  publish: 'live',
};

/** `found`: its pages are listed, and an admin has to start the reading. `failed`: it could not be read. */
export const WEBSITE_PHASES = ['finding', 'found', 'reading', 'read', 'stopped', 'failed'] as const;
export type WebsitePhase = (typeof WEBSITE_PHASES)[number];

/**
 * Problems of a website, in addition to the reasons of single pages. `instance-ended`: reading it ended its
 * instance twice. `unexpected`: the service had an error.
 */
const WEBSITE_PROBLEMS = [...REASONS, 'mostly-gone', 'too-much', 'instance-ended', 'unexpected'] as const;
export type WebsiteProblem = (typeof WEBSITE_PROBLEMS)[number];

/** The number of pages by state; during a reading, the states in this reading. */
const PageCounts = z.object({ read: count(), waiting: count(), leftOut: count() });
export type PageCounts = z.output<typeof PageCounts>;

const Changes = z.object({
  /** The end of the previous reading. */
  since: time(),
  changed: count(),
  new: count(),
  gone: count(),
});
export type WebsiteChanges = z.output<typeof Changes>;

const Published = z.object({ at: time(), documents: count(), sections: count(), characters: count() });

/** A publication that waits for an admin, compared with the live one. */
const Waiting = z.extend(Published, { changed: count(), new: count(), gone: count() });

/** A website that an assistant reads. */
export const WebsiteSource = z
  .extend(WebsiteSourceEdit, {
    id: uuid(),
    kind: z.literal('website'),
    assistantId: z.string(),
    address: z.string(),
    /** The address that `address` leads to; absent until the site was opened. */
    startUrl: z.exactOptional(z.string()),
    /** With the problem `redirected-away`: the other website that the address leads to now. */
    movedTo: z.exactOptional(z.string()),
    phase: z.enum(WEBSITE_PHASES),
    problem: z.exactOptional(z.enum(WEBSITE_PROBLEMS)),
    pages: PageCounts,
    /** The choices for this site, from the pages found so far. */
    offers: z.object({
      languages: z.readonly(z.array(z.string())),
      subdomains: z.readonly(z.array(z.string())),
      files: count(),
      /** The number of pages beyond the limit of a website. */
      overLimit: count(),
    }),
    /** The end of the latest complete reading. */
    readAt: z.exactOptional(time()),
    nextReadAt: z.exactOptional(time()),
    /** The reading continues then, because the site asks to wait. */
    pausedUntil: z.exactOptional(time()),
    /** The site has not answered the current request since then. */
    waitingSince: z.exactOptional(time()),
    changes: z.exactOptional(Changes),
    /** The documents that the assistant's visitors get. */
    published: z.exactOptional(Published),
    /** The documents that an admin has not published yet; only if `publish` is `review`. */
    waiting: z.exactOptional(Waiting),
    createdAt: time(),
    updatedAt: time(),
  })
  .register(z.globalRegistry, named('WebsiteSource', 'A website that an assistant reads.'));
export type WebsiteSource = z.output<typeof WebsiteSource>;

/** A website in the ledger, stored under its id. */
export const StoredWebsiteSource = z.extend(z.omit(WebsiteSource, { id: true, kind: true }), {
  /** How many readings in a row failed for a temporary reason. */
  failedReadings: z.exactOptional(count()),
  /** The sitemap did not show the change of a page, so its dates are not believed. */
  hasWrongDates: z.exactOptional(z.boolean()),
  /** The start of the current or latest reading; pages requested since are not requested again in it. */
  startedAt: time(),
  /** The read and chosen content may differ from the published and the waiting one. */
  isUnpublished: z.boolean(),
  /** How many steps in a row began and did not end, because their instances ended. */
  lostSteps: z.exactOptional(count()),
  /** The key of the live publication: equal keys mean equal documents. */
  liveKey: z.exactOptional(z.string()),
  /** The key of the waiting publication. */
  waitingKey: z.exactOptional(z.string()),
  /** A key of the pages and choices that the publications were made from; equal keys need no new ones. */
  contentKey: z.exactOptional(z.string()),
  /** When it was deleted; a job then deletes its pages, its texts and at last this record. */
  removedAt: z.exactOptional(time()),
  /** When the content of a deleted website was deleted for the first time. */
  clearedAt: z.exactOptional(time()),
  /** The hashes of the blocks that pages repeat (`repetitionCounter`). */
  boilerplate: z.array(z.string()),
});
export type StoredWebsiteSource = z.output<typeof StoredWebsiteSource>;

/** The headings of a part of a page, outermost first, ending with its own. */
export const HeadingPath = z.array(text(500)).check(z.minLength(1), z.maxLength(6));
export type HeadingPath = z.output<typeof HeadingPath>;

/** A page of a website in the ledger. */
export const WebsitePage = z.object({
  url: z.string(),
  /** The canonical URL of the page, if it differs; citations link to it. */
  canonicalUrl: z.exactOptional(z.string()),
  title: z.string(),
  words: count(),
  isFile: z.exactOptional(z.boolean()),
  /** The parts that were not read, in words. */
  skippedParts: z.exactOptional(z.readonly(z.array(z.string()))),
  language: z.exactOptional(z.string()),
  /** Why the latest request returned no text; an earlier text is kept. */
  reason: z.exactOptional(z.enum(REASONS)),
  /** Of a duplicate: the URL of the page that is read instead. */
  insteadOf: z.exactOptional(z.string()),
  etag: z.exactOptional(z.string()),
  lastModified: z.exactOptional(z.string()),
  /** The date that the page states, `YYYY-MM-DD`. */
  pageDate: z.exactOptional(z.string()),
  /** When its text was last read or confirmed unchanged. */
  readAt: z.exactOptional(time()),
  /** It links calendars or filters, so it is requested without validators. */
  linksEndless: z.exactOptional(z.boolean()),
  /** When it was last requested. */
  requestedAt: z.exactOptional(time()),
  /** When it was last requested, left out, or unchanged by the dates of the sitemap. */
  checkedAt: z.exactOptional(time()),
  /** The hash of its text. */
  text: z.exactOptional(z.string()),
  /** The READING_RULES that its text was read by. */
  readingRules: z.exactOptional(count()),
  goneSince: z.exactOptional(time()),
  change: z.exactOptional(z.object({ kind: z.enum(['changed', 'new', 'gone']), at: time() })),
  /** Set if it has the same text as other pages; checked when the website is published. */
  excluded: z.exactOptional(z.enum(['soft-404', 'duplicate'])),
  leftOutHeadings: z.exactOptional(z.array(HeadingPath)),
});
export type WebsitePage = z.output<typeof WebsitePage>;

/** Left-out pages that are not stored one by one, with one reason and one pattern of their addresses. */
export const LeftOutPages = z.object({
  reason: z.enum(REASONS),
  /** Such as `/events?day=…`. */
  pattern: z.string(),
  pages: count(),
  /** Some of their URLs. */
  examples: z.readonly(z.array(z.string())),
});
