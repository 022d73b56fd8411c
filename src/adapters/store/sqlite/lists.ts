import * as z from 'zod/mini';
import { SESSION_STATUSES, type SessionRecord, type SessionStatus } from '../../../domain/records/session.ts';
import type { ConversationStore, Page } from '../../../ports.ts';
import { lruCache } from '../../../domain/caching.ts';
import { cursorCodec, type CursorCodec } from '../cursor.ts';
import type { Database } from './database.ts';
import { number, sessionOf, text, type Row } from './rows.ts';

/** The sort key of a row, with its primary key as tie-breaker. */
type Position = [key: string | number, pk: number];

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
/** The id of a session's registered widget, or an empty string. */
const WIDGET = "ifnull(record ->> '$.widget.id', '')";
/** The session has the tag in the first parameter; null matches all sessions. */
const TAGGED_OR_ANY = "(?1 IS NULL OR EXISTS (SELECT 1 FROM json_each(record, '$.tagIds') WHERE value = ?1))";
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
  const recent = descending('created_at');
  const cost = descending('cost');
  const selectDays = file.prepare(`
    WITH RECURSIVE active (day) AS (
      SELECT min(active_day) FROM session WHERE status = ?1 AND active_day >= ?2
      UNION ALL
      SELECT (SELECT min(active_day) FROM session WHERE status = ?1 AND active_day > day) FROM active WHERE day NOT NULL
    ) SELECT day FROM active WHERE day NOT NULL`);
  const queued = 'SELECT pk, queue_rank AS key FROM session WHERE status = ?';
  const byRank = '(queue_rank, pk) > (?, ?) ORDER BY queue_rank, pk LIMIT ?';
  /** Prepared statements by their conditions. */
  const queueWhere = lruCache<ReturnType<typeof file.prepare>>(32);
  const closedKeys = `SELECT pk, closed_at AS key FROM session WHERE ${TAGGED_OR_ANY} AND`;
  const closedWhere = (byClosing: string) => ({
    fromAnywhere: file.prepare(`${closedKeys} ${byClosing}`),
    fromDomain: file.prepare(`${closedKeys} source_domain = ? AND ${byClosing}`),
  });
  const oldestClosed = closedWhere(
    'closed_at < ? AND (closed_at, pk) > (?, ?) ORDER BY closed_at, pk LIMIT ?',
  );
  const newestClosed = closedWhere(
    'closed_at >= ? AND (closed_at, pk) < (?, ?) ORDER BY closed_at DESC, pk DESC LIMIT ?',
  );
  const selectRecord = file.prepare('SELECT record FROM session WHERE pk = ?');

  function descending(key: 'created_at' | 'cost') {
    const keys = `SELECT pk, ${key} AS key FROM session WHERE ${TAGGED_OR_ANY} AND status = ?`;
    const next = `(${key}, pk) < (?, ?) ORDER BY ${key} DESC, pk DESC LIMIT ?`;
    return {
      selectEver: file.prepare(`${keys} AND ${next}`),
      selectOnDay: file.prepare(`${keys} AND active_day = ? AND ${next}`),
      selectLaterThatDay: file.prepare(`${keys} AND active_day = ? AND last_message_at >= ? AND ${next}`),
    };
  }

  return {
    list: ({ sortBy, activeSince, status, tagId = null, ...paging }) =>
      read(() => {
        const order = sortBy === 'cost' ? COSTLIEST_FIRST : NEWEST_FIRST;
        const { selectEver, selectOnDay, selectLaterThatDay } = sortBy === 'cost' ? cost : recent;
        return page(order, paging, (next) =>
          forEachStatus(status, (one) => {
            if (activeSince === undefined) return selectEver.all(tagId, one, ...next);
            const firstDay = activeSince.slice(0, 10);
            const days = selectDays.all(one, firstDay).map((row) => text(row, 'day'));
            return days.flatMap((day) =>
              day === firstDay
                ? selectLaterThatDay.all(tagId, one, day, activeSince, ...next)
                : selectOnDay.all(tagId, one, day, ...next),
            );
          }),
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
            const select = queueWhere(where, () => file.prepare(`${queued}${where} AND ${byRank}`));
            return select.all(one, ...filters.map(({ value }) => value), ...next);
          }),
        ),
      ),

    closed: ({ from, to, order, sourceDomain, tagId = null, ...paging }) =>
      read(() => {
        const isNewest = order === 'newest';
        const { fromAnywhere, fromDomain } = isNewest ? newestClosed : oldestClosed;
        const [start, bound]: [Position, string] = isNewest ? [[to, 0], from] : [[from, 0], to];
        return page({ ...(isNewest ? NEWEST_CLOSED : OLDEST_CLOSED), start }, paging, (next) =>
          sourceDomain === undefined
            ? fromAnywhere.all(tagId, bound, ...next)
            : fromDomain.all(tagId, sourceDomain, bound, ...next),
        );
      }),
  };

  /** Merges the keys that `select` returns after a position, in any order, into one page. */
  function page(
    order: Order,
    { limit, cursor }: { limit: number; cursor?: string },
    select: (next: [...Position, limit: number]) => Row[],
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
