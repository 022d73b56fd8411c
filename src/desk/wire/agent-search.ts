import * as z from 'zod/mini';
import { named, text, time, uuid } from '../../lib/fields.ts';
import { ListedSession } from '../../conversations/records/public-session.ts';
import { SearchResult } from '../../conversations/wire/message-search.ts';
import { cursor, limit, sourceDomain } from '../../platform/wire/query-fields.ts';

/** All filters must match; without `q`, conversations are listed. */
export const AgentSearchRequest = z.object({
  /** Words in a message. */
  q: z.optional(text(200)),
  /** A part of the name, e-mail address or phone number of the visitor. */
  visitor: z.optional(text(100)),
  sourceDomain: z.optional(sourceDomain()),
  /** The id of a tag. */
  tag: z.optional(uuid()),
  /** `[from, to)`: the time of the message; without `q`, the time from the first to the last message. */
  from: z.optional(time()),
  to: z.optional(time()),
  limit: limit(20, 50),
  cursor: z.optional(cursor()),
});

const AgentSearchResult = z
  .object({ session: ListedSession, message: z.optional(SearchResult) })
  .register(
    z.globalRegistry,
    named('AgentSearchResult', 'A conversation that matches, with the message that holds the words.'),
  );

export const AgentSearchReply = z.object({
  results: z.array(AgentSearchResult),
  nextCursor: z.optional(z.string()),
});
export type AgentSearchReply = z.infer<typeof AgentSearchReply>;
