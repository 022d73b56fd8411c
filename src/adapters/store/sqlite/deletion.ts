import { CONTINUED_RANK } from '../../../conversations/rules/agent-queue.ts';
import type { ConversationStore } from '../../../ports.ts';
import type { Database } from './database.ts';
import { DELETE_FACETS, number, text } from './rows.ts';

/** How many messages a transaction deletes. The full-text index rewrites a page for each of their words. */
export const MESSAGES_PER_WRITE = 20;

/**
 * Deletes a session at the version that was read. The first transaction deletes the session, so that its
 * messages can no longer be reached, and records the removal. Further transactions delete the messages and
 * yield to the event loop in between. The next deletion or retention run finishes an interrupted one.
 */
export function deletion({ file, read, write }: Database): Pick<ConversationStore, 'delete' | 'idleSince'> {
  const selectKey = file.prepare('SELECT pk, version FROM session WHERE session_id = ?');
  const deleteOutbox = file.prepare('DELETE FROM outbox WHERE session = ?');
  const deleteFacets = file.prepare(DELETE_FACETS);
  const deleteSession = file.prepare('DELETE FROM session WHERE pk = ?');
  const insertRemoval = file.prepare('INSERT INTO removal (session) VALUES (?)');
  const selectRemoval = file.prepare('SELECT session FROM removal WHERE session > 0 LIMIT 1');
  const deleteRemoval = file.prepare('DELETE FROM removal WHERE session = ?');
  const next = `FROM message WHERE session = ? ORDER BY seq LIMIT ${MESSAGES_PER_WRITE}`;
  const deleteText = file.prepare(`
    INSERT INTO message_text (message_text, rowid, terms) SELECT 'delete', pk, index_terms(content) ${next}`);
  const deleteMessages = file.prepare(`DELETE FROM message WHERE pk IN (SELECT pk ${next})`);
  const selectIdle = file.prepare(`
    SELECT session_id, last_message_at FROM session
    WHERE status = ? AND queue_rank < '${CONTINUED_RANK}' AND active_day <= ? AND last_message_at < ? ORDER BY active_day, created_at LIMIT ?`);

  function removeSession(sessionId: string, expected: string | undefined): boolean {
    const row = selectKey.get(sessionId);
    if (!row) return false;
    const [pk, version] = [number(row, 'pk'), number(row, 'version')];
    if (expected !== undefined && expected !== `${pk}.${version}`) return false;
    deleteFacets.run(pk, version);
    deleteOutbox.run(pk);
    deleteSession.run(pk);
    insertRemoval.run(pk);
    return true;
  }

  /** Deletes some messages of removed sessions. Returns false if there are no more. */
  function removeMessages(): boolean {
    const row = selectRemoval.get();
    if (!row) return false;
    const session = number(row, 'session');
    deleteText.run(session);
    if (deleteMessages.run(session).changes < MESSAGES_PER_WRITE) deleteRemoval.run(session);
    return true;
  }

  async function finishRemovals(): Promise<void> {
    if (!(await read(() => selectRemoval.get()))) return;
    while (await write(removeMessages));
  }

  return {
    async delete(sessionId, expected) {
      const isRemoved = await write(() => removeSession(sessionId, expected));
      await finishRemovals();
      return isRemoved;
    },

    async idleSince(before, limit) {
      await finishRemovals();
      const statuses = ['open', 'human_requested', 'closed'];
      const rows = await read(() =>
        statuses.flatMap((status) => selectIdle.all(status, before.slice(0, 10), before, limit)),
      );
      const byAge = rows.map((row) => [text(row, 'last_message_at'), text(row, 'session_id')] as const);
      byAge.sort(([one], [other]) => (one < other ? -1 : 1));
      return byAge.map(([, sessionId]) => sessionId).slice(0, limit);
    },
  };
}
