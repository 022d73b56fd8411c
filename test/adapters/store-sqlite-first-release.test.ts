import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { expect, test } from 'vitest';
import { CONVERSATION_MIGRATIONS } from '../../src/adapters/store/sqlite/schema.ts';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { dataFolder } from '../support/files/data-folder.ts';
import { freshFixture } from '../support/fixtures.ts';
import { START } from '../support/stores/conversations.ts';

/** Rows as a release has stored them; each release from now on adds its file. */
const Rows = z.object({
  release: z.string(),
  session: z.object({ session_id: z.string(), record: z.looseObject({}) }),
  messages: z.array(
    z.object({
      id: z.string(),
      seq: z.number(),
      role: z.string(),
      content: z.string(),
      created_at: z.string(),
      extras: z.nullable(z.looseObject({})),
      usage: z.nullable(z.looseObject({})),
    }),
  ),
});
const ROWS = Rows.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, '../fixtures/stored/0.1.0.json'), 'utf8')),
);
const folder = freshFixture(() => dataFolder());

/** A file with the tables of the first release, and a conversation in it. */
function written({ session, messages }: z.output<typeof Rows>): void {
  const file = new DatabaseSync(join(folder.dataDir, 'conversations.db'));
  file.exec(`${CONVERSATION_MIGRATIONS[0]}; PRAGMA user_version = 1`);
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
  file
    .prepare(
      `INSERT INTO session (session_id, version, status, created_at, last_message_at, active_day, cost, queue_rank, record)
       VALUES (?, 1, 'open', ?, ?, ?, 0, '', ?)`,
    )
    .run(session.session_id, START, START, START.slice(0, 10), JSON.stringify(session.record));
  const insert = file.prepare(
    `INSERT INTO message (session, id, seq, role, content, created_at, extras, usage, unanswered)
     VALUES (1, ?, ?, ?, ?, ?, ?, ?, 0)`,
  );
  for (const { id, seq, role, content, created_at, extras, usage } of messages) {
    insert.run(id, seq, role, content, created_at, json(extras), json(usage));
  }
  file.exec('INSERT INTO message_text (rowid, content) SELECT pk, content FROM message');
  file.close();
}

test('the messages that the first release has stored are read, searched, continued and deleted', async () => {
  written(ROWS);
  const { session_id: sessionId } = ROWS.session;
  const { conversations: store, close } = sqliteStore(folder);
  const stored = await store.messages(sessionId);
  expect(stored.map(({ seq, role, content }) => ({ seq, role, content }))).toEqual(
    ROWS.messages.map(({ seq, role, content }) => ({ seq, role, content })),
  );
  expect(stored[1]).toMatchObject({ replyTo: stored[0]?.id, sources: [{ title: 'Returns' }] });
  expect(await store.usage(sessionId)).toMatchObject([{ inputTokens: 120, outputTokens: 30 }]);
  const { items } = await store.search({ text: 'refund', limit: 5 });
  expect(items.map(({ messageId }) => messageId)).toEqual([stored[1]?.id]);
  const now = await store.load(sessionId);
  if (!now) throw new Error('The session of the first release is not read.');
  const replace = { ...stored[1], content: 'Within thirty days.' } as NonNullable<(typeof stored)[1]>;
  const { session, version: expected, recent } = now;
  expect((await store.commit({ session, expected, recent, replace })).ok).toBe(true);
  expect((await store.search({ text: 'refund', limit: 5 })).items).toEqual([]);
  await store.delete(sessionId);
  expect(await store.load(sessionId)).toBeUndefined();
  await close();
});
