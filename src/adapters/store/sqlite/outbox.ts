import * as z from 'zod/mini';
import type { OutboxEntry } from '../../../conversations/records/outbox-entry.ts';
import { deadSince, dueAt } from '../../../conversations/rules/outbox.ts';
import type { OutboxStore, StoredEntry, Version } from '../../../ports.ts';
import { cursorCodec } from '../cursor.ts';
import { StoredOutboxEntry } from '../stored-records.ts';
import type { Database } from './database.ts';
import { number, OF_SESSION, partsOf, text, versionOf, type Row } from './rows.ts';

/** The position in the list of undelivered notices. */
const position = cursorCodec(z.tuple([z.string(), z.int()]));
/** Sorts before every position. */
const NEWEST: [deadSince: string, pk: number] = ['\u{10FFFF}', Number.MAX_SAFE_INTEGER];

/** Undelivered notices. */
export function outbox({ file, read, write }: Database): OutboxStore & {
  /** Stores an entry inside the transaction of its change. `session` is the primary key of the session. */
  add(session: number, entry: OutboxEntry): Version;
} {
  const insert = file.prepare(`
    INSERT INTO outbox (session, version, position, due_at, dead_since, record) VALUES (?, 1, ?, ?, ?, ?)
    RETURNING pk, version`);
  const select = 'SELECT pk, version, record FROM outbox';
  const selectDue = file.prepare(`${select} WHERE due_at <= ? ORDER BY due_at LIMIT ?`);
  const selectOfSession = file.prepare(`${select} WHERE ${OF_SESSION} ORDER BY position`);
  const selectDead = file.prepare(`
    SELECT pk, version, record, dead_since FROM outbox
    WHERE dead_since IS NOT NULL AND (dead_since, pk) < (?, ?) ORDER BY dead_since DESC, pk DESC LIMIT ?`);
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

    dueOutbox: (before, limit) => read(() => selectDue.all(before, limit).map(storedFrom)),
    outboxOf: (sessionId) => read(() => selectOfSession.all(sessionId).map(storedFrom)),
    deadOutbox: ({ limit, cursor }) =>
      read(() => {
        const rows = selectDead.all(...(cursor === undefined ? NEWEST : position.decode(cursor)), limit + 1);
        const shown = rows.slice(0, limit);
        const last = shown.at(-1);
        return {
          items: shown.map(storedFrom),
          ...(last &&
            rows.length > limit && {
              nextCursor: position.encode([text(last, 'dead_since'), number(last, 'pk')]),
            }),
        };
      }),

    saveEntry: (entry, expected) =>
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
