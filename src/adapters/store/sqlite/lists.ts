import * as z from 'zod/mini';
import {
  SESSION_STATUSES,
  type SessionRecord,
  type SessionStatus,
} from '../../../conversations/records/session.ts';
import type { ConversationStore, Page, SessionListQuery } from '../../../ports.ts';
import { CONTINUED_RANK } from '../../../conversations/rules/agent-queue.ts';
import { lruCache } from '../../../lib/caching.ts';
import { cursorCodec, type CursorCodec } from '../cursor.ts';
import type { Database } from './database.ts';
import { number, sessionOf, text, type Row } from './rows.ts';

/** The sort key of a row, with its primary key as tie-breaker. */
type Position = [key: string | number, pk: number];

type Next = [...Position, limit: number];

/** How a list is sorted, and where it starts without a cursor. */
interface Order {
  start: Position;
  cursor: CursorCodec<Position>;
  compare(a: Row, b: Row): number;
}

const textCursor = cursorCodec<Position>(z.tuple([z.string(), z.int()]));
const numberCursor = cursorCodec<Position>(z.tuple([z.number(), z.int()]));
const byPk = (a: Row, b: Row) => number(a, 'pk') - number(b, 'pk');
function byText(a: Row, b: Row): number {
  const [left, right] = [text(a, 'key'), text(b, 'key')];
  if (left === right) return byPk(a, b);
  return left < right ? -1 : 1;
}
const byNumber = (a: Row, b: Row) => number(a, 'key') - number(b, 'key') || byPk(a, b);

const NEWEST_FIRST: Order = {
  start: ['\u{10FFFF}', Number.MAX_SAFE_INTEGER],
  cursor: textCursor,
  compare: (a, b) => byText(b, a),
};
const COSTLIEST_FIRST: Order = {
  start: [Number.MAX_VALUE, Number.MAX_SAFE_INTEGER],
  cursor: numberCursor,
  compare: (a, b) => byNumber(b, a),
};
/** The id of the registered widget whose agents a session waits for, or an empty string. */
const WIDGET = "coalesce(record ->> '$.queuedFor', record ->> '$.widget.id', '')";
/** The session in `session` has the facet in the parameter. */
const HAS_FACET =
  'EXISTS (SELECT 1 FROM session_facet WHERE facet = ? AND created_at = session.created_at AND session = pk)';
/** The session is the newest one of its thread. */
const IS_NEWEST = `queue_rank < '${CONTINUED_RANK}'`;
const withFacets = (facets: readonly string[]) => facets.map(() => ` AND ${HAS_FACET}`).join('');
const json = (values: readonly string[] | undefined) => values && JSON.stringify(values);
const BY_RANK: Order = { start: ['', 0], cursor: textCursor, compare: byText };
const OLDEST_CLOSED = { cursor: textCursor, compare: byText };
const NEWEST_CLOSED = { cursor: textCursor, compare: (a: Row, b: Row) => byText(b, a) };

/**
 * Lists of sessions. Each index begins with the status and, for time windows, the day of the newest message.
 * A list merges a few index ranges, each read for one page, and fetches only the page's rows. The cost
 * depends on the page, not on the size of the store.
 */
export function lists({ file, read }: Database): Pick<ConversationStore, 'list' | 'queue' | 'closed'> {
  const statements = lruCache<ReturnType<typeof file.prepare>>(64);
  const prepared = (sql: string) => statements(sql, () => file.prepare(sql));
  const selectDays = file.prepare(`
    WITH RECURSIVE active (day) AS (
      SELECT min(active_day) FROM session WHERE status = ?1 AND active_day >= ?2
      UNION ALL
      SELECT (SELECT min(active_day) FROM session WHERE status = ?1 AND active_day > day) FROM active WHERE day NOT NULL
    ) SELECT day FROM active WHERE day NOT NULL`);
  const queued = 'SELECT pk, queue_rank AS key FROM session WHERE status = ?';
  const byRank = `${IS_NEWEST} AND (queue_rank, pk) > (?, ?) ORDER BY queue_rank, pk LIMIT ?`;
  const selectRecord = file.prepare('SELECT record FROM session WHERE pk = ?');

  /** Walks the sessions of a status, and for a time window those of its days. */
  function ofStatus(
    one: SessionStatus,
    { sortBy, activeSince, from = '', facets = [] }: SessionListQuery,
    next: Next,
  ): Row[] {
    const key = sortBy === 'cost' ? 'cost' : 'created_at';
    const keys = `SELECT pk, ${key} AS key FROM session WHERE status = ?`;
    const since = sortBy === 'cost' ? '' : ' AND created_at >= ?';
    const rest = `${withFacets(facets)}${since} AND (${key}, pk) < (?, ?) ORDER BY ${key} DESC, pk DESC LIMIT ?`;
    const values = [...facets, ...(sortBy === 'cost' ? [] : [from]), ...next];
    if (activeSince === undefined) return prepared(`${keys}${rest}`).all(one, ...values);
    const firstDay = activeSince.slice(0, 10);
    const days = selectDays.all(one, firstDay).map((row) => text(row, 'day'));
    return days.flatMap((day) =>
      day === firstDay
        ? prepared(`${keys} AND active_day = ? AND last_message_at >= ?${rest}`).all(
            one,
            day,
            activeSince,
            ...values,
          )
        : prepared(`${keys} AND active_day = ?${rest}`).all(one, day, ...values),
    );
  }

  /** Walks the sessions with the most selective facet. */
  function ofFacet({ status, from = '', facets = [] }: SessionListQuery, next: Next): Row[] {
    const [first = '', ...others] = facets;
    const isOfStatus = status === undefined ? '' : ' AND status = ?';
    const sql = `SELECT session.pk AS pk, listed.created_at AS key
      FROM session_facet AS listed CROSS JOIN session ON session.pk = listed.session
      WHERE listed.facet = ?${withFacets(others)}${isOfStatus} AND listed.created_at >= ?
        AND (listed.created_at, listed.session) < (?, ?)
      ORDER BY listed.created_at DESC, listed.session DESC LIMIT ?`;
    return prepared(sql).all(first, ...others, ...(status === undefined ? [] : [status]), from, ...next);
  }

  return {
    list: (query) =>
      read(() => {
        const { sortBy, activeSince, to, status, facets = [], ...paging } = query;
        const order = sortBy === 'cost' ? COSTLIEST_FIRST : NEWEST_FIRST;
        const start: Position = to === undefined ? order.start : [to, 0];
        // Few sessions are in a time window or in one of these states, so a facet would be the longer way.
        const isShort = activeSince !== undefined || status === 'human_requested' || status === 'claimed';
        return page({ ...order, start }, paging, (next) =>
          sortBy === 'recent' && facets.length > 0 && !isShort
            ? ofFacet(query, next)
            : forEachStatus(status, (one) => ofStatus(one, query, next)),
        );
      }),

    queue: ({
      activeSince,
      status,
      claimedBy,
      sourceDomain,
      tagId,
      ofWidgets,
      withoutWaitingOn,
      ...paging
    }) =>
      read(() =>
        page(BY_RANK, paging, (next) =>
          forEachStatus(status, (one) => {
            const filters = [
              ['last_message_at >= ?', activeSince],
              ['claimed_by = ?', claimedBy],
              ['source_domain = ?', sourceDomain],
              [`EXISTS (SELECT 1 FROM json_each(record, '$.tagIds') WHERE value = ?)`, tagId],
              [`${WIDGET} IN (SELECT value FROM json_each(?))`, json(ofWidgets)],
              [
                `${WIDGET} NOT IN (SELECT value FROM json_each(?))`,
                one === 'human_requested' ? json(withoutWaitingOn) : undefined,
              ],
            ].flatMap(([condition, value]) => (value === undefined ? [] : [{ condition, value }]));
            const where = filters.map(({ condition }) => ` AND ${condition}`).join('');
            return prepared(`${queued}${where} AND ${byRank}`).all(
              one,
              ...filters.map(({ value }) => value),
              ...next,
            );
          }),
        ),
      ),

    closed: ({ from, to, order, facets = [], ...paging }) =>
      read(() => {
        const isNewest = order === 'newest';
        const [start, bound]: [Position, string] = isNewest ? [[to, 0], from] : [[from, 0], to];
        const keys = `SELECT pk, closed_at AS key FROM session WHERE closed_at ${isNewest ? '>=' : '<'} ?`;
        const next = isNewest
          ? '(closed_at, pk) < (?, ?) ORDER BY closed_at DESC, pk DESC LIMIT ?'
          : '(closed_at, pk) > (?, ?) ORDER BY closed_at, pk LIMIT ?';
        const select = prepared(`${keys}${withFacets(facets)} AND ${next}`);
        return page({ ...(isNewest ? NEWEST_CLOSED : OLDEST_CLOSED), start }, paging, (position) =>
          select.all(bound, ...facets, ...position),
        );
      }),
  };

  /** Merges the keys that `select` returns after a position, in any order, into one page. */
  function page(
    order: Order,
    { limit, cursor }: { limit: number; cursor?: string },
    select: (next: Next) => Row[],
  ): Page<SessionRecord> {
    const position = cursor === undefined ? order.start : order.cursor.decode(cursor);
    const keys = select([...position, limit + 1]);
    const rows = keys.sort(order.compare).slice(0, limit);
    const last = rows.at(-1);
    return {
      items: rows.map((row) => sessionOf(selectRecord.get(number(row, 'pk')) ?? {})),
      ...(last &&
        keys.length > limit && { nextCursor: order.cursor.encode([keyOf(last), number(last, 'pk')]) }),
    };
  }
}

/** The rows of one status, or of all. */
function forEachStatus(status: SessionStatus | undefined, select: (status: SessionStatus) => Row[]): Row[] {
  return status === undefined ? SESSION_STATUSES.flatMap(select) : select(status);
}

function keyOf(row: Row): string | number {
  return typeof row['key'] === 'number' ? row['key'] : text(row, 'key');
}
