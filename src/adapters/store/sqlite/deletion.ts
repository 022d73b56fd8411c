import type { SessionStatus } from '../../../domain/records/session.ts';
import type { ConversationStore, Version } from '../../../ports.ts';
import type { Database } from './database.ts';
import type { Erasure } from './erasure.ts';
import { ask, ROWS_PER_TURN } from './read-turns.ts';
import { number, text, type Row } from './rows.ts';

/** How many messages a transaction deletes: the full-text index rewrites a page for each of their words. */
export const MESSAGES_PER_WRITE = 20;

/**
 * Deletes a session at the version that was read. A short one is deleted in one transaction. Of a longer one
 * the first transaction deletes the session itself, which ends every way to its messages, and keeps a record
 * of the deletion; the messages follow in transactions of their own, between which the event loop is free.
 * An interrupted deletion is finished by the next deletion of that id, which `idleSince` asks for; where a
 * new conversation has that id by now, `idleSince` finishes it. Afterwards the bytes are erased.
 */
export function deletion(
  { file, write }: Database,
  { request }: Pick<Erasure, 'request'>,
): Pick<ConversationStore, 'delete' | 'idleSince'> {
  const selectKey = file.prepare('SELECT pk, version FROM session WHERE session_id = ?');
  const deleteOutbox = file.prepare('DELETE FROM outbox WHERE session = ?');
  const deleteSession = file.prepare('DELETE FROM session WHERE pk = ?');
  const next = `FROM message WHERE session = ? ORDER BY seq LIMIT ${MESSAGES_PER_WRITE}`;
  const deleteText = file.prepare(`
    INSERT INTO message_text (message_text, rowid, terms) SELECT 'delete', pk, index_terms(content) ${next}`);
  const deleteMessages = file.prepare(`DELETE FROM message WHERE pk IN (SELECT pk ${next})`);
  const selectRemoval = file.prepare('SELECT session AS pk FROM removal WHERE session_id = ? LIMIT 1');
  const insertRemoval = file.prepare('INSERT INTO removal (session, session_id) VALUES (?, ?)');
  const deleteRemoval = file.prepare('DELETE FROM removal WHERE session = ?');
  const selectOlder = file.prepare(`
    SELECT session_id, last_message_at FROM session
    WHERE status = ? AND active_day < ? ORDER BY active_day, created_at LIMIT ?`);
  const selectOnDay = file.prepare(`
    SELECT pk, session_id, created_at, last_message_at FROM session
    WHERE status = ? AND active_day = ? AND (created_at, pk) > (?, ?)
    ORDER BY created_at, pk LIMIT ${ROWS_PER_TURN}`);
  const selectRemovals = file.prepare(`
    SELECT session, session_id,
      EXISTS (SELECT 1 FROM session WHERE session.session_id = removal.session_id) AS is_used_again
    FROM removal WHERE session > 0 ORDER BY session LIMIT ?`);

  /** Deletes the next messages of a session, and returns whether there may be more. */
  function deleteSome(pk: number): boolean {
    deleteText.run(pk);
    return deleteMessages.run(pk).changes === MESSAGES_PER_WRITE;
  }

  /** The first transaction: the result of the deletion, and whether messages are left to delete. */
  function start(sessionId: string, expected: Version | undefined): { result: boolean; isOver: boolean } {
    const row = selectKey.get(sessionId);
    const isInterrupted = selectRemoval.get(sessionId) !== undefined;
    if (!row) return { result: isInterrupted, isOver: !isInterrupted };
    const pk = number(row, 'pk');
    if (expected !== undefined && expected !== `${pk}.${number(row, 'version')}`) {
      return { result: false, isOver: !isInterrupted };
    }
    deleteOutbox.run(pk);
    deleteSession.run(pk);
    const hasMore = deleteSome(pk);
    if (hasMore) insertRemoval.run(pk, sessionId);
    return { result: true, isOver: !hasMore && !isInterrupted };
  }

  /** A further transaction; true where it was the last one. */
  function proceed(sessionId: string): boolean {
    const row = selectRemoval.get(sessionId);
    if (!row) return true;
    finishSome(number(row, 'pk'));
    return false;
  }

  /** One transaction of a deletion that is on record. */
  function finishSome(pk: number): boolean {
    const hasMore = deleteSome(pk);
    if (!hasMore) deleteRemoval.run(pk);
    return hasMore;
  }

  /** The ids of interrupted deletions; those whose id is in use again are finished. */
  async function interrupted(limit: number): Promise<string[]> {
    const rows = await ask(() => selectRemovals.all(limit));
    for (const row of rows.filter(isUsedAgain)) {
      while (await write(() => finishSome(number(row, 'session'))));
      request();
    }
    return rows.filter((row) => !isUsedAgain(row)).map((row) => text(row, 'session_id'));
  }

  /** Idle sessions of a status: whole days in the order of the index, then those of the day of `before`. */
  async function idleIn(status: SessionStatus, before: string, limit: number): Promise<Row[]> {
    const day = before.slice(0, 10);
    const idle = await ask(() => selectOlder.all(status, day, limit));
    let last: [createdAt: string, pk: number] = ['', 0];
    for (let hasMore = true; hasMore && idle.length < limit;) {
      const after = last;
      const rows: Row[] = await ask(() => selectOnDay.all(status, day, ...after));
      for (const row of rows) {
        if (text(row, 'last_message_at') < before) idle.push(row);
        last = [text(row, 'created_at'), number(row, 'pk')];
      }
      hasMore = rows.length === ROWS_PER_TURN;
    }
    return idle;
  }

  return {
    async delete(sessionId, expected) {
      const { result, isOver } = await write(() => start(sessionId, expected));
      for (let isLast = isOver; !isLast;) isLast = await write(() => proceed(sessionId));
      if (result) request();
      return result;
    },

    async idleSince(before, limit) {
      const first = await interrupted(limit);
      const idle: Row[] = [];
      for (const status of ['open', 'human_requested', 'closed'] as const) {
        idle.push(...(await idleIn(status, before, limit)));
      }
      const byAge = idle.map((row) => [text(row, 'last_message_at'), text(row, 'session_id')] as const);
      byAge.sort(([one], [other]) => (one < other ? -1 : 1));
      return [...first, ...byAge.map(([, sessionId]) => sessionId)].slice(0, limit);
    },
  };
}

const isUsedAgain = (row: Row) => number(row, 'is_used_again') === 1;
