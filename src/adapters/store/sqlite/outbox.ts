import type { OutboxEntry } from '../../../domain/records/outbox-entry.ts';
import { deadSince, dueAt } from '../../../domain/outbox.ts';
import type { OutboxStore, StoredEntry, Version } from '../../../ports.ts';
import { StoredOutboxEntry } from '../documents.ts';
import type { Database } from './database.ts';
import { ask } from './failures.ts';
import { OF_SESSION, partsOf, text, versionOf, type Row } from './rows.ts';

/** The notices that are not delivered yet. */
export function outbox({ file, write }: Database): OutboxStore & {
  /** Stores an entry inside the transaction of the change that it tells of; `session` is the row's key. */
  add(session: number, entry: OutboxEntry): Version;
} {
  const insert = file.prepare(`
    INSERT INTO outbox (session, version, position, due_at, dead_since, record) VALUES (?, 1, ?, ?, ?, ?)
    RETURNING pk, version`);
  const select = 'SELECT pk, version, record FROM outbox';
  const selectDue = file.prepare(`${select} WHERE due_at <= ? ORDER BY due_at LIMIT ?`);
  const selectOfSession = file.prepare(`${select} WHERE ${OF_SESSION} ORDER BY position`);
  const selectDead = file.prepare(`${select} WHERE dead_since IS NOT NULL ORDER BY dead_since DESC LIMIT ?`);
  const update = file.prepare(`
    UPDATE outbox SET version = version + 1, due_at = ?, dead_since = ?, record = ?
    WHERE pk = ? AND version = ? RETURNING pk, version`);
  const remove = file.prepare('DELETE FROM outbox WHERE pk = ? AND version = ?');

  const keysOf = (entry: OutboxEntry) => [dueAt(entry) ?? null, deadSince(entry) ?? null] as const;
  const storedFrom = (row: Row): StoredEntry => ({
    entry: StoredOutboxEntry.parse(JSON.parse(text(row, 'record'))),
    version: versionOf(row),
  });

  return {
    add: (session, entry) =>
      versionOf(insert.get(session, entry.order, ...keysOf(entry), JSON.stringify(entry)) ?? {}),

    dueOutbox: (before, limit) => ask(() => selectDue.all(before, limit).map(storedFrom)),
    outboxOf: (sessionId) => ask(() => selectOfSession.all(sessionId).map(storedFrom)),
    deadOutbox: (limit) => ask(() => selectDead.all(limit).map(storedFrom)),

    settle: (entry, expected) =>
      write(() => {
        const { pk, version } = partsOf(expected);
        if (entry.deliveries.length === 0) {
          return remove.run(pk, version).changes === 1 ? expected : undefined;
        }
        const row = update.get(...keysOf(entry), JSON.stringify(entry), pk, version);
        return row && versionOf(row);
      }),
  };
}
