import * as z from 'zod/mini';
import { count, named, time } from '../../lib/fields.ts';
import { WEBSITE_PHASES } from '../records/website-source.ts';

const KINDS = ['folder', 'files', 'answers', 'website'] as const;
const PROBLEMS = ['no-folder', 'folder-unreadable', 'no-documents'] as const;

export const Source = z
  .object({
    kind: z.enum(KINDS),
    /** The folder below the knowledge folder; empty for all of it. */
    folder: z.optional(z.string()),
    /** `id`, `address` and `phase`: only of a website, the same as in `GET /api/knowledge/sources`. */
    id: z.optional(z.string()),
    address: z.optional(z.string()),
    phase: z.optional(z.enum(WEBSITE_PHASES)),
    sections: z.optional(count()),
    /** The number of documents; of `answers` the answers, of a website the published pages. */
    count: count(),
    /** In UTF-16 code units. */
    characters: count(),
    /** When this instance read the folder, or the newest document was added. */
    readAt: z.optional(time()),
    /** The paths of a folder's files that cannot be read. */
    unreadable: z.optional(z.readonly(z.array(z.string()))),
    problem: z.optional(z.enum(PROBLEMS)),
  })
  .register(z.globalRegistry, named('KnowledgeSource', "A source of an assistant's answers."));
export type Source = z.infer<typeof Source>;

export const SourcesReply = z.object({ sources: z.array(Source) });
export type SourcesReply = z.infer<typeof SourcesReply>;
