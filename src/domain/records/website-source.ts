import * as z from 'zod/mini';
import { SKIP_REASON_TEXTS, type SkipReason } from '../website/skip-reasons.ts';
import { SCHEDULES } from '../website-sources/schedule.ts';
import { count, named, text, time, uuid } from './fields.ts';

const REASONS = Object.keys(SKIP_REASON_TEXTS) as SkipReason[];

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
  /** Whether changes go live automatically or into the assistant's draft. */
  publish: z.enum(['live', 'draft']),
});
export type WebsiteSourceEdit = z.output<typeof WebsiteSourceEdit>;

/** The defaults of a new website. */
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

/** `found`: its pages are listed, and an admin has to start the reading. `failed`: the site did not open. */
export const WEBSITE_PHASES = ['finding', 'found', 'reading', 'read', 'stopped', 'failed'] as const;
export type WebsitePhase = (typeof WEBSITE_PHASES)[number];

/** Problems of a website, in addition to the reasons of single pages. */
export const WEBSITE_PROBLEMS = [...REASONS, 'mostly-gone', 'too-much'] as const;
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

/** The content that was last published to the assistant. */
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
    changes: z.exactOptional(Changes),
    published: z.exactOptional(Published),
    createdAt: time(),
    updatedAt: time(),
  })
  .register(z.globalRegistry, named('WebsiteSource', 'A website that an assistant reads.'));
export type WebsiteSource = z.output<typeof WebsiteSource>;

/** A website in the ledger, stored under its id. */
export const StoredWebsiteSource = z.extend(z.omit(WebsiteSource, { id: true, kind: true }), {
  /** The start of the current or latest reading; pages requested since are not requested again in it. */
  startedAt: time(),
  /** The assistant's documents differ from the read and chosen content. */
  isUnpublished: z.boolean(),
  /** A key of the published documents: equal keys mean equal documents. */
  publishedKey: z.exactOptional(z.string()),
  /** The hashes of the blocks that are left out because most pages repeat them. */
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
  language: z.exactOptional(z.string()),
  /** Why the latest request returned no text; an earlier text is kept. */
  reason: z.exactOptional(z.enum(REASONS)),
  etag: z.exactOptional(z.string()),
  lastModified: z.exactOptional(z.string()),
  /** The date that the page states, `YYYY-MM-DD`. */
  pageDate: z.exactOptional(z.string()),
  /** When its text was last read or confirmed unchanged. */
  readAt: z.exactOptional(time()),
  /** When it was last requested or left out. */
  checkedAt: z.exactOptional(time()),
  /** The hash of its text. */
  text: z.exactOptional(z.string()),
  goneSince: z.exactOptional(time()),
  /** The latest change, with the hash of the text before it. */
  change: z.exactOptional(
    z.object({ kind: z.enum(['changed', 'new', 'gone']), at: time(), before: z.exactOptional(z.string()) }),
  ),
  /** Set if it has the same text as other pages; checked when the website is published. */
  excluded: z.exactOptional(z.enum(['soft-404', 'duplicate'])),
  leftOutHeadings: z.exactOptional(z.array(HeadingPath)),
});
export type WebsitePage = z.output<typeof WebsitePage>;
