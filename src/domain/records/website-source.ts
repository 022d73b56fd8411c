import * as z from 'zod/mini';
import { LEFT_OUT_WORDS, type LeftOutReason } from '../website/left-out.ts';
import { SCHEDULES } from '../website-sources/schedule.ts';
import { count, named, text, time, uuid } from './fields.ts';

const REASONS = Object.keys(LEFT_OUT_WORDS) as LeftOutReason[];

/** A rule for pages whose path matches; of several rules the last one counts. */
const PageRule = z.object({
  /** A path such as `/blog/*`, or a host and a path; `*` is any text, and `/blog/*` matches `/blog`, too. */
  pattern: text(300),
  read: z.boolean(),
});

/** A block that is left out on every page: the hash of its text, and the beginning of it. */
const LeftOutBlock = z.object({
  hash: z.string().check(z.regex(/^[\w-]{16}$/, 'must be the hash of a block')),
  text: text(200),
});

/** A BCP 47 tag in lower case. */
const language = () =>
  z.string().check(z.toLowerCase(), z.regex(/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/, 'must be a language'));

/** The fields of a website that an admin chooses. */
export const WebsiteSourceEdit = z.object({
  allowHttp: z.boolean(),
  subdomains: z.boolean(),
  files: z.boolean(),
  /** Empty: all. */
  languages: z.array(language()).check(z.maxLength(50)),
  rules: z.array(PageRule).check(z.maxLength(200)),
  /** Further addresses of the site to read, such as a printable page. */
  also: z.array(z.url({ protocol: /^https?$/ }).check(z.maxLength(2000))).check(z.maxLength(50)),
  leftOutBlocks: z.array(LeftOutBlock).check(z.maxLength(200)),
  schedule: z.enum(SCHEDULES),
  /** The target of changes: visitors, or the assistant's draft. */
  publish: z.enum(['live', 'draft']),
});
export type WebsiteSourceEdit = z.output<typeof WebsiteSourceEdit>;

/** The choices of a new website. */
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

/** `found`: its pages are listed and wait for the start. `failed`: the site could not be opened. */
export const WEBSITE_PHASES = ['finding', 'found', 'reading', 'read', 'stopped', 'failed'] as const;
export type WebsitePhase = (typeof WEBSITE_PHASES)[number];

/** Problems of a website, in addition to the reasons of single pages. */
export const WEBSITE_PROBLEMS = [...REASONS, 'mostly-gone', 'too-much'] as const;
export type WebsiteProblem = (typeof WEBSITE_PROBLEMS)[number];

/** Pages by what became of them; while pages are read, of the present reading. */
const PageCounts = z.object({ read: count(), waiting: count(), leftOut: count() });
export type PageCounts = z.output<typeof PageCounts>;

const Changes = z.object({
  /** When the reading before ended. */
  since: time(),
  changed: count(),
  new: count(),
  gone: count(),
});
export type WebsiteChanges = z.output<typeof Changes>;

/** The content that the assistant was given last. */
const Published = z.object({ at: time(), documents: count(), sections: count(), characters: count() });

/** A website that an assistant reads. */
export const WebsiteSource = z
  .extend(WebsiteSourceEdit, {
    id: uuid(),
    kind: z.literal('website'),
    assistantId: z.string(),
    address: z.string(),
    phase: z.enum(WEBSITE_PHASES),
    problem: z.exactOptional(z.enum(WEBSITE_PROBLEMS)),
    pages: PageCounts,
    /** The choices that the site offers, as far as they were found. */
    offers: z.object({
      languages: z.readonly(z.array(z.string())),
      subdomains: z.readonly(z.array(z.string())),
      files: count(),
      /** Pages beyond the limit of a website. */
      overLimit: count(),
    }),
    /** When its pages were last read to the end. */
    readAt: z.exactOptional(time()),
    nextReadAt: z.exactOptional(time()),
    changes: z.exactOptional(Changes),
    published: z.exactOptional(Published),
    createdAt: time(),
    updatedAt: time(),
  })
  .register(z.globalRegistry, named('WebsiteSource', 'A website that an assistant reads.'));
export type WebsiteSource = z.output<typeof WebsiteSource>;

/** As the ledger keeps it, under its id. */
export const StoredWebsiteSource = z.extend(z.omit(WebsiteSource, { id: true, kind: true }), {
  /** When the present or the latest reading began; its pages are not asked again. */
  startedAt: time(),
  /** The assistant's content differs from the content that was read and chosen. */
  isUnpublished: z.boolean(),
  /** Changes with the documents that were published. */
  publishedKey: z.exactOptional(z.string()),
  /** The hashes of the blocks that were left out because they stand on most pages. */
  boilerplate: z.array(z.string()),
});
export type StoredWebsiteSource = z.output<typeof StoredWebsiteSource>;

/** The headings above a part of a page, outermost first, and its own. */
export const HeadingPath = z.array(text(500)).check(z.minLength(1), z.maxLength(6));
export type HeadingPath = z.output<typeof HeadingPath>;

/** A page of a website, as the ledger keeps it. */
export const WebsitePage = z.object({
  url: z.string(),
  /** The address that is cited, where the page names another one. */
  canonicalUrl: z.exactOptional(z.string()),
  title: z.string(),
  words: count(),
  isFile: z.exactOptional(z.boolean()),
  language: z.exactOptional(z.string()),
  /** Why the latest request gave no text; the page keeps an earlier one. */
  reason: z.exactOptional(z.enum(REASONS)),
  etag: z.exactOptional(z.string()),
  lastModified: z.exactOptional(z.string()),
  /** The page's own date, `YYYY-MM-DD`. */
  pageDate: z.exactOptional(z.string()),
  /** When its text was last known to be that of the site. */
  readAt: z.exactOptional(time()),
  /** When it was last asked for, or left out. */
  checkedAt: z.exactOptional(time()),
  /** The hash of its text; absent without a text. */
  text: z.exactOptional(z.string()),
  goneSince: z.exactOptional(time()),
  /** The latest change, with the hash of the text before it. */
  change: z.exactOptional(
    z.object({ kind: z.enum(['changed', 'new', 'gone']), at: time(), before: z.exactOptional(z.string()) }),
  ),
  /** It has the text of other pages, as far as was known when the website was last published. */
  excluded: z.exactOptional(z.enum(['soft-404', 'duplicate'])),
  leftOutHeadings: z.exactOptional(z.array(HeadingPath)),
});
export type WebsitePage = z.output<typeof WebsitePage>;
