import * as z from 'zod/mini';
import { reviewOf, visitorNameIn } from '../../../conversations/rules/answer-review.ts';
import { CONTINUED_RANK } from '../../../conversations/rules/agent-queue.ts';
import type { SessionRecord } from '../../../conversations/records/session.ts';
import type { ConversationStore, Page, ReadConsistency } from '../../../ports.ts';
import { cursorCodec } from '../cursor.ts';
import { StoredMessageExtras, StoredSession } from '../stored-records.ts';
import type { Items } from './container.ts';
import { readSession } from './reads.ts';

const Row = z.object({ record: StoredSession, key: z.string() });
const Id = z.object({ sessionId: z.string() });
const ReviewRow = z.object({
  sessionId: z.string(),
  answeredAt: z.string(),
  assistantId: z.optional(z.string()),
  extras: StoredMessageExtras,
});
const Question = z.object({ content: z.string(), seq: z.number() });
const Count = z.number();

/** A cursor contains a sort key, which is unique per session. */
const position = cursorCodec(z.string());

/** Condition: the session has the tag. */
const HAS_TAG = 'ARRAY_CONTAINS(c.tagIds, @tagId)';
/** The session is the newest one of its thread. */
const IS_NEWEST = 'c.queueKey < @continued';

/** Conditions: the session has all facets. */
const withFacets = (facets: readonly string[] = []) =>
  Object.fromEntries(
    facets.map((facet, n) => [`facet${n}`, [`ARRAY_CONTAINS(c.facets, @facet${n})`, facet]] as const),
  );

/** Sorts after every key. */
const LAST = '\uFFFF';

/** A property that a list is sorted by. */
interface Order {
  key: 'recentKey' | 'costKey' | 'queueKey' | 'closedKey';
  direction: 'ASC' | 'DESC';
  /** The start of the list. Default: the first key. */
  start?: string;
  /** Default: `session`. */
  consistency?: ReadConsistency | undefined;
}

/** The value of a condition. */
type Filter = string | readonly string[];

type Lists = Pick<
  ConversationStore,
  'list' | 'queue' | 'closed' | 'count' | 'questionsToReview' | 'idleSince'
>;

/** Queries over all sessions. They are cross-partition and not used for visitors' requests. */
export function lists(items: Items): Lists {
  async function page(
    operation: string,
    { key, direction, start, consistency }: Order,
    { limit, cursor }: { limit: number; cursor?: string },
    filters: Readonly<Record<string, readonly [condition: string, value: Filter | undefined]>>,
  ): Promise<Page<SessionRecord>> {
    const ascending = direction === 'ASC';
    const first = start ?? (ascending ? '' : LAST);
    const from = cursor === undefined ? first : position.decode(cursor);
    const asked = Object.entries(filters).flatMap(([name, [condition, value]]) =>
      value === undefined ? [] : [{ name, condition, value }],
    );
    const conditions = [
      `c.${key} ${ascending ? '>' : '<'} @from`,
      ...asked.map(({ condition }) => condition),
    ];
    const found = await items.query(operation, {
      sql: `SELECT TOP @limit c.record, c.${key} AS key FROM c WHERE ${conditions.join(' AND ')} ORDER BY c.${key} ${direction}`,
      parameters: {
        limit: limit + 1,
        from,
        ...Object.fromEntries(asked.map(({ name, value }) => [name, value])),
      },
      ...(consistency && { consistency }),
    });
    const rows = found.map((row) => Row.parse(row));
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: shown.map(({ record }) => record),
      ...(last && rows.length > limit && { nextCursor: position.encode(last.key) }),
    };
  }

  return {
    list({ sortBy, activeSince, from, to, status, facets, ...paging }) {
      const key = sortBy === 'cost' ? 'costKey' : 'recentKey';
      return page('list', { key, direction: 'DESC', ...(to !== undefined && { start: to }) }, paging, {
        status: ['c.status = @status', status],
        since: ['c.lastMessageAt >= @since', activeSince],
        first: ['c.recentKey >= @first', from],
        ...withFacets(facets),
      });
    },

    queue: ({
      activeSince,
      status,
      claimedBy,
      sourceDomain,
      tagId,
      ofWidgets,
      withoutWaitingOn,
      consistency,
      ...paging
    }) =>
      page('queue', { key: 'queueKey', direction: 'ASC', consistency }, paging, {
        continued: [IS_NEWEST, CONTINUED_RANK],
        since: ['c.lastMessageAt >= @since', activeSince],
        status: ['c.status = @status', status],
        claimedBy: ['c.claimedBy = @claimedBy', claimedBy],
        sourceDomain: ['c.sourceDomain = @sourceDomain', sourceDomain],
        tagId: [HAS_TAG, tagId],
        ofWidgets: ['ARRAY_CONTAINS(@ofWidgets, c.record.queuedFor ?? c.record.widget.id)', ofWidgets],
        // A function of a missing property is undefined, and so is its negation. The empty string avoids
        // that.
        withoutWaitingOn: [
          `(c.status != 'human_requested' OR NOT ARRAY_CONTAINS(@withoutWaitingOn, c.record.queuedFor ?? c.record.widget.id ?? ''))`,
          withoutWaitingOn,
        ],
      }),

    closed: ({ from, to, order, facets, ...paging }) =>
      order === 'newest'
        ? page('closed', { key: 'closedKey', direction: 'DESC', start: to }, paging, {
            since: ['c.closedKey >= @since', from],
            ...withFacets(facets),
          })
        : page('closed', { key: 'closedKey', direction: 'ASC', start: from }, paging, {
            to: ['c.closedKey < @to', to],
            ...withFacets(facets),
          }),

    async count(status) {
      const sql = 'SELECT VALUE COUNT(1) FROM c WHERE c.status = @status';
      const [found] = await items.query('count', { sql, parameters: { status } });
      return found === undefined ? 0 : Count.parse(found);
    },

    async questionsToReview(since, limit) {
      const rows = await items.query('questions to review', {
        sql: `SELECT TOP @limit c.sessionId, c.extras, c.assistantId, c.reviewKey AS answeredAt FROM c
          WHERE c.reviewKey >= @since AND IS_DEFINED(c.extras.replyTo) ORDER BY c.reviewKey DESC`,
        parameters: { limit, since },
      });
      const asked = rows.map(async (row) => {
        const { sessionId, answeredAt, assistantId, extras } = ReviewRow.parse(row);
        const { replyTo: messageId = '', rating } = extras;
        const found = await items.read('message', sessionId, messageId);
        if (!found) return [];
        const { content: question, seq } = Question.parse(found.item);
        const session = rating === 'down' ? (await readSession(items, sessionId))?.session : undefined;
        return [
          {
            ...{ sessionId, messageId, seq, question },
            ...reviewOf({ ...extras, createdAt: answeredAt }, session && visitorNameIn(session)),
            ...(assistantId !== undefined && { assistantId }),
          },
        ];
      });
      return (await Promise.all(asked)).flat();
    },

    async idleSince(before, limit) {
      const rows = await items.query('idle', {
        sql: `SELECT TOP @limit c.sessionId FROM c
          WHERE c.lastMessageAt < @before AND c.status != @claimed AND ${IS_NEWEST} ORDER BY c.lastMessageAt ASC`,
        parameters: { limit, before, claimed: 'claimed', continued: CONTINUED_RANK },
      });
      return rows.map((row) => Id.parse(row).sessionId);
    },
  };
}
