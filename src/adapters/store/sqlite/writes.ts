import type { TokenUsage } from '../../../spending/records/token-usage.ts';
import { needsReview } from '../../../conversations/rules/answer-review.ts';
import type { Message } from '../../../conversations/records/message.ts';
import { indexTerms } from '../../../lib/search-text.ts';
import { facetsOf } from '../../../conversations/rules/session-facets.ts';
import { queueRank } from '../../../conversations/rules/agent-queue.ts';
import type { OutboxEntry } from '../../../conversations/records/outbox-entry.ts';
import type { SessionRecord } from '../../../conversations/records/session.ts';
import { sourceDomain } from '../../../conversations/rules/origin.ts';
import type { Commit, CommitOutcome, ConversationStore, Version } from '../../../ports.ts';
import { extrasOf, rewrittenMessageId, usageOfMessage } from '../stored-records.ts';
import type { Database } from './database.ts';
import type { Figures } from './figures.ts';
import { DELETE_FACETS, number, OF_SESSION, partsOf, text, usageIn, type Row } from './rows.ts';

/** All changes of conversations and figures, each in one transaction. */
export function writes(
  database: Database,
  figures: Figures,
  addEntry: (session: number, entry: OutboxEntry) => Version,
): Pick<ConversationStore, 'commit' | 'addActivity'> {
  const { file, write } = database;
  const insertSession = file.prepare(`
    INSERT INTO session (session_id, version, record, last_message_at, queue_rank, status, claimed_by, active_day, cost,
      closed_at, facets, created_at, source_domain)
    VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`);
  // Most writes only change the queue. An UPDATE does not touch indexes on columns that it does not name.
  const touchSession = file.prepare(`
    UPDATE session SET version = version + 1, record = ?, last_message_at = ?, queue_rank = ?
    WHERE pk = ? AND version = ? AND session_id = ?
      AND status = ? AND claimed_by IS ? AND active_day = ? AND cost = ? AND closed_at IS ? AND facets = ?`);
  const updateSession = file.prepare(`
    UPDATE session SET version = version + 1, record = ?, last_message_at = ?, queue_rank = ?,
      status = ?, claimed_by = ?, active_day = ?, cost = ?, closed_at = ?, facets = ?
    WHERE pk = ? AND version = ? AND session_id = ?`);
  const addFacets = file.prepare(
    'INSERT INTO session_facet (facet, created_at, session) SELECT value, ?1, ?2 FROM json_each(?3)',
  );
  const deleteFacets = file.prepare(DELETE_FACETS);
  const insertMessage = file.prepare(`
    INSERT INTO message (session, id, seq, role, content, created_at, extras, usage, to_review)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const insertText = file.prepare('INSERT INTO message_text (rowid, terms) VALUES (?, ?)');
  const hasMessage = file.prepare(`SELECT 1 FROM message WHERE ${OF_SESSION} AND id = ?`);
  const selectWritten = file.prepare(
    `SELECT pk, seq, content, usage FROM message WHERE ${OF_SESSION} AND id = ?`,
  );
  const updateMessage = file.prepare(
    'UPDATE message SET content = ?, created_at = ?, extras = ?, to_review = ? WHERE pk = ?',
  );
  const updateUsage = file.prepare('UPDATE message SET usage = ? WHERE pk = ?');
  const deleteTextOf = file.prepare(
    `INSERT INTO message_text (message_text, rowid, terms) VALUES ('delete', ?, ?)`,
  );

  /** Writes the session. Returns its primary key and new version; undefined after a concurrent write. */
  function writeSession(session: SessionRecord, expected: Version): WrittenSession | undefined {
    const { sessionId, status, claimedBy = null, createdAt, lastMessageAt, cost, closedAt = null } = session;
    const moving = [JSON.stringify(session), lastMessageAt, queueRank(session)];
    const facets = JSON.stringify(facetsOf(session));
    const resting = [status, claimedBy, lastMessageAt.slice(0, 10), cost, closedAt, facets];
    if (expected === 'absent') {
      const fixed = [createdAt, sourceDomain(session) ?? null];
      const { changes, lastInsertRowid } = insertSession.run(sessionId, ...moving, ...resting, ...fixed);
      if (changes === 0) return undefined;
      addFacets.run(createdAt, lastInsertRowid, facets);
      return { pk: Number(lastInsertRowid), version: `${lastInsertRowid}.1` };
    }
    const { pk, version } = partsOf(expected);
    const written = { pk, version: `${pk}.${version + 1}` };
    if (touchSession.run(...moving, pk, version, sessionId, ...resting).changes === 1) return written;
    deleteFacets.run(pk, version);
    if (updateSession.run(...moving, ...resting, pk, version, sessionId).changes === 0) return undefined;
    addFacets.run(createdAt, pk, facets);
    return written;
  }

  function addMessage(pk: number, message: Message, usage: TokenUsage | undefined): void {
    const { id, seq, role, content, createdAt } = message;
    const { lastInsertRowid } = insertMessage.run(
      pk,
      id,
      seq,
      role,
      content,
      createdAt,
      extrasJson(message),
      usage?.messageId === id ? JSON.stringify(usageOfMessage(usage)) : null,
      Number(needsReview(message)),
    );
    insertText.run(lastInsertRowid, indexTerms(content));
  }

  /** Replaces a stored message, and adds a model call to it. */
  function rewrite(row: Row, message: Message | undefined, usage: TokenUsage | undefined): void {
    const pk = number(row, 'pk');
    if (message) {
      const { content, createdAt } = message;
      deleteTextOf.run(pk, indexTerms(text(row, 'content')));
      updateMessage.run(content, createdAt, extrasJson(message), Number(needsReview(message)), pk);
      insertText.run(pk, indexTerms(content));
    }
    if (usage) {
      updateUsage.run(JSON.stringify(usageOfMessage(usage, usageIn(row), message !== undefined)), pk);
    }
  }

  function commit(change: Commit): CommitOutcome {
    const { session, expected, append = [], replace, usage, activity, outbox } = change;
    const known = append.some(({ id }) => hasMessage.get(session.sessionId, id) !== undefined);
    if (known) return { ok: false, reason: 'duplicate' };
    const target = rewrittenMessageId(change);
    const row = target === undefined ? undefined : selectWritten.get(session.sessionId, target);
    const missing = target !== undefined && (!row || (replace && replace.seq !== row['seq']));
    const written = missing ? undefined : writeSession(session, expected);
    if (!written) return { ok: false, reason: 'conflict' };
    if (row) rewrite(row, replace, usage);
    for (const message of append) addMessage(written.pk, message, usage);
    if (activity) figures.add(activity);
    const versions = outbox?.map((entry) => addEntry(written.pk, entry));
    return { ok: true, version: written.version, ...(versions && { outbox: versions }) };
  }

  return {
    commit: (change) => write(() => commit(change)),
    addActivity: (activity) => write(() => figures.add(activity)),
  };
}

interface WrittenSession {
  pk: number;
  version: Version;
}

/** The optional fields of a message as JSON; null if the message has only required fields. */
function extrasJson(message: Message): string | null {
  const json = JSON.stringify(extrasOf(message));
  return json === '{}' ? null : json;
}
