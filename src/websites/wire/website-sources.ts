import * as z from 'zod/mini';
import { count, named, text, time, uuid } from '../../lib/fields.ts';
import {
  HeadingPath,
  LeftOutPages,
  REASONS,
  WebsitePage,
  WebsiteSource,
  WebsiteSourceEdit,
} from '../records/website-source.ts';
import { limit } from '../../platform/wire/query-fields.ts';

export type { WebsiteSource, WebsiteSourceEdit } from '../records/website-source.ts';

const STATES = ['waiting', 'read', 'gone', 'left-out'] as const;

/** `default` is the first assistant. */
const assistantId = () =>
  z.string().check(z.toLowerCase(), z.regex(/^(default|[0-9a-f-]{36})$/, 'must be an id'));

/** Missing fields are unchanged. */
export const WebsiteSourceChange = z
  .partial(WebsiteSourceEdit)
  .register(
    z.globalRegistry,
    named('WebsiteSourceEdit', 'The choices of a website: pages, schedule and publication.'),
  );

/**
 * With `start` false, pages are only listed until an admin starts the reading. Missing fields have the
 * defaults.
 */
export const NewWebsiteSource = z
  .extend(WebsiteSourceChange, {
    kind: z.literal('website'),
    assistantId: z._default(assistantId(), 'default'),
    address: text(2000),
    start: z._default(z.boolean(), false),
  })
  .register(z.globalRegistry, named('NewWebsiteSource', 'A website for an assistant to read.'));

export const SourceParams = z.object({ sourceId: uuid() });
export const SourcePageParams = z.object({ sourceId: uuid(), pageId: uuid() });
export const WebsiteSourcesQuery = z.object({ assistantId: z.optional(assistantId()) });

export const WebsiteSourceReply = z.object({ source: WebsiteSource });
export type WebsiteSourceReply = z.infer<typeof WebsiteSourceReply>;
export const WebsiteSourcesReply = z.object({ sources: z.array(WebsiteSource) });
export type WebsiteSourcesReply = z.infer<typeof WebsiteSourcesReply>;

export const SourcePagesQuery = z.object({
  state: z.optional(z.enum(STATES)),
  section: z.optional(text(300)),
  q: z.optional(text(200)),
  changed: z.optional(z.literal('true')),
  /** `true`: only pages that are left out for another reason than a rule; `false`: only the others. */
  leftOut: z.optional(z.enum(['true', 'false'])),
  reason: z.optional(z.enum(REASONS)),
  limit: limit(200),
  cursor: z.optional(uuid()),
});

const Page = z
  .extend(
    z.pick(WebsitePage, {
      url: true,
      title: true,
      words: true,
      isFile: true,
      language: true,
      reason: true,
      pageDate: true,
      readAt: true,
      goneSince: true,
    }),
    {
      id: uuid(),
      section: z.string(),
      /** The pattern of a rule for only this page. */
      pattern: z.string(),
      state: z.enum(STATES),
      /** Whether the rules include it. */
      isChosen: z.boolean(),
      /** Of a duplicate: the page that is read instead; its title is empty if it is unknown. */
      insteadOf: z.optional(z.object({ url: z.string(), title: z.string() })),
      change: z.optional(z.object({ kind: z.enum(['changed', 'new', 'gone']), at: time() })),
    },
  )
  .register(z.globalRegistry, named('WebsitePage', 'A page of a website.'));
export type WebsitePageItem = z.infer<typeof Page>;

export const SourcePagesReply = z.object({
  /** All sections of the website, also without a requested page; left-out pages do not count. */
  sections: z.readonly(
    z.array(
      z.object({
        section: z.string(),
        pattern: z.optional(z.string()),
        pages: count(),
        chosen: count(),
        words: count(),
      }),
    ),
  ),
  pages: z.readonly(z.array(Page)),
  /** All left-out pages by reason; with `q`, those that match it. */
  leftOut: z.readonly(
    z.array(
      z.object({
        reason: z.enum(REASONS),
        pages: count(),
        /** How many of them can be listed as pages. */
        listed: count(),
        /** The others, by the pattern of their addresses. */
        patterns: z.readonly(z.array(z.omit(LeftOutPages, { reason: true }))),
      }),
    ),
  ),
  nextCursor: z.optional(z.string()),
});
export type SourcePagesReply = z.infer<typeof SourcePagesReply>;

const block = { hash: z.string(), markdown: z.string() };

export const SourcePageReply = z
  .object({
    page: Page,
    sections: z.readonly(
      z.array(
        z.object({
          title: z.string(),
          path: z.readonly(z.array(z.string())),
          markdown: z.string(),
          blocks: z.readonly(z.array(z.object(block))),
        }),
      ),
    ),
    leftOut: z.object({
      parts: z.readonly(z.array(z.string())),
      headings: z.readonly(z.array(HeadingPath)),
      blocks: z.readonly(
        z.array(z.object({ ...block, why: z.enum(['chosen', 'navigation', 'most-pages']) })),
      ),
    }),
    difference: z.optional(
      z.readonly(z.array(z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() }))),
    ),
  })
  .register(z.globalRegistry, named('WebsitePageView', 'A page of a website as the assistant reads it.'));
export type SourcePageReply = z.infer<typeof SourcePageReply>;

export const LeftOutHeadings = z.object({ headings: z.array(HeadingPath).check(z.maxLength(100)) });
