import * as z from 'zod/mini';
import { FILE_REFUSALS } from '../../domain/errors.ts';
import { FILE_TYPES } from '../../domain/file-types.ts';

/** The thread's first message: it is ready to receive a file. */
export const READY = 'ready';

const text = z.string();

/** The result of reading a page of a website. */
const Page = z.object({
  outcome: z.enum(['text', 'empty', 'needs-script', 'sign-in']),
  title: text,
  markdown: text,
  words: z.int(),
  language: z.exactOptional(text),
  pageDate: z.exactOptional(text),
  canonical: z.exactOptional(text),
  refresh: z.exactOptional(text),
  links: z.readonly(z.array(text)),
  alternates: z.readonly(z.array(z.object({ language: text, url: text }))),
  noindex: z.boolean(),
  nofollow: z.boolean(),
});

/** The task of the thread: a file, or a page of a website with its address. */
export const Task = z.object({
  type: z.enum(FILE_TYPES),
  name: text,
  bytes: z.int(),
  page: z.exactOptional(z.object({ url: text, charset: z.exactOptional(text) })),
});
export type Task = z.output<typeof Task>;

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
  z.object({ refused: z.enum(FILE_REFUSALS) }),
]);
export type Reading = z.output<typeof Reading>;
