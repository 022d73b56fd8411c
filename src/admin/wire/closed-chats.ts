import * as z from 'zod/mini';
import { ClosedChat } from '../../conversations/records/closed-chat.ts';
import { named, time } from '../../lib/fields.ts';
import { listFilters } from '../../conversations/wire/list-filters.ts';
import { cursor, fileFormat, limit, ListWindow, moment } from '../../platform/wire/query-fields.ts';

/**
 * Default `to`: now; default `from`: 30 days before `to`. A CSV file ignores `limit` and `cursor`, and has
 * all rows.
 */
export const ClosedChatsQuery = z.object({
  from: z.optional(moment()),
  to: z.optional(moment()),
  ...listFilters,
  /** In place of `from`: a window that ends now. */
  window: z.optional(ListWindow),
  order: z._default(z.enum(['newest', 'oldest']), 'newest'),
  format: z._default(z.enum(['json', 'csv']), 'json'),
  ...fileFormat,
  limit: limit(50),
  cursor: z.optional(cursor()),
});

export const ClosedChatsReply = z
  .object({
    from: time(),
    to: time(),
    chats: z.array(ClosedChat),
    nextCursor: z.optional(z.string()),
  })
  .register(
    z.globalRegistry,
    named(
      'ClosedChats',
      'Conversations that were closed from `from` to before `to`, newest first unless `order` is `oldest`.',
    ),
  );
export type ClosedChatsReply = z.infer<typeof ClosedChatsReply>;
