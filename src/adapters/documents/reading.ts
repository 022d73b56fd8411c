import * as z from 'zod/mini';
import { ActionEdit } from '../../actions/records/action.ts';
import { FILE_REFUSALS } from '../../core/errors.ts';
import { FILE_TYPES } from '../../lib/file-types.ts';

/** The thread's first message: it is ready to receive a file. */
export const READY = 'ready';

const text = z.string();

/** The result of reading a page of a website. */
const Page = z.object({
  outcome: z.enum(['text', 'empty', 'needs-script', 'sign-in']),
  title: text,
  markdown: text,
  words: z.int(),
  leftOut: z.readonly(z.array(text)),
  language: z.exactOptional(text),
  pageDate: z.exactOptional(text),
  canonical: z.exactOptional(text),
  refresh: z.exactOptional(text),
  links: z.readonly(z.array(text)),
  alternates: z.readonly(z.array(z.object({ language: text, url: text }))),
  noindex: z.boolean(),
  nofollow: z.boolean(),
});

const bytes = z.int();

/** The task of the thread: the kind of a file of `bytes` bytes, with what is known of it. */
export const Task = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), bytes, type: z.enum(FILE_TYPES), name: text }),
  z.object({
    kind: z.literal('page'),
    bytes,
    url: text,
    charset: z.exactOptional(text),
    styleSheets: z.exactOptional(z.readonly(z.array(text))),
  }),
  z.object({ kind: z.literal('sitemap'), bytes, limit: z.int() }),
  z.object({ kind: z.literal('robots'), bytes, productToken: text }),
  z.object({ kind: z.literal('api'), bytes, address: z.exactOptional(text) }),
]);
export type Task = z.output<typeof Task>;

const Sitemap = z.object({
  entries: z.readonly(
    z.array(
      z.object({
        url: text,
        changedAt: z.exactOptional(text),
        alternates: z.readonly(z.array(z.object({ language: text, url: text }))),
      }),
    ),
  ),
  sitemaps: z.readonly(z.array(text)),
});

const Robots = z.object({
  rules: z.readonly(z.array(z.object({ isAllow: z.boolean(), pattern: text }))),
  delaySeconds: z.exactOptional(z.number()),
  sitemaps: z.readonly(z.array(text)),
});

const Api = z.object({
  title: text,
  operations: z.array(
    z.object({
      method: text,
      path: text,
      summary: text,
      action: z.exactOptional(ActionEdit),
      notes: z.array(text),
    }),
  ),
});

/** The thread's answer. */
export const Reading = z.union([
  z.object({ page: Page }),
  z.object({
    read: z.object({
      markdown: z.string(),
      pages: z.exactOptional(z.int()),
      leftOut: z.exactOptional(z.readonly(z.array(z.string()))),
    }),
  }),
  z.object({ sitemap: Sitemap }),
  z.object({ robots: Robots }),
  /** Null: the text is not an OpenAPI description. */
  z.object({ api: z.nullable(Api) }),
  z.object({ refused: z.enum(FILE_REFUSALS) }),
]);
export type Reading = z.output<typeof Reading>;
