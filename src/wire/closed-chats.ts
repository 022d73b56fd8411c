import * as z from 'zod/mini';
import { ClosedChat } from '../domain/records/closed-chat.ts';
import { named, time, uuid } from '../domain/records/fields.ts';
import { cursor, limit, sourceDomain } from './records.ts';

/** A time (RFC 3339), or a day, which means its start in UTC; converted to the stored format. */
const moment = () =>
  z.pipe(
    z.union(
      [z.iso.datetime({ offset: true }), z.iso.date()],
      'must be a time such as 2026-11-20T17:24:00Z, or a day',
    ),
    z.transform((value) => new Date(value).toISOString()),
  );

/**
 * Default `to`: now; default `from`: 30 days before `to`. A CSV file ignores `limit` and `cursor`, and has
 * all rows.
 */
export const ClosedChatsQuery = z.object({
  from: z.optional(moment()),
  to: z.optional(moment()),
  sourceDomain: z.optional(sourceDomain()),
  /** The id of a tag. */
  tag: z.optional(uuid()),
  order: z._default(z.enum(['newest', 'oldest']), 'newest'),
  format: z._default(z.enum(['json', 'csv']), 'json'),
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
