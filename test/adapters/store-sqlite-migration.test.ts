import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { CONVERSATION_MIGRATIONS } from '../../src/adapters/store/sqlite/schema.ts';
import { hourOf } from '../../src/domain/activity.ts';
import { queueRank } from '../../src/domain/agent-queue.ts';
import { startSession } from '../../src/domain/session-messages.ts';
import type { SessionRecord } from '../../src/domain/records/session.ts';
import { sourceDomain } from '../../src/domain/widgets.ts';
import { dataFolder } from '../support/files/data-folder.ts';
import { begin, EVER, START } from '../support/stores/conversations.ts';
import { freshFixture } from '../support/fixtures.ts';

/** Adds what later migrations remove. */
const BEFORE_REMOVALS = `
  ALTER TABLE removal ADD COLUMN session_id TEXT;
  CREATE INDEX removal_session ON removal (session_id);
  CREATE INDEX message_rated ON message (extras);
`;

describe('A SQLite store of an earlier release', () => {
  const folder = freshFixture(() => dataFolder());

  /** Writes a file as it was before sessions could be found by source domain and by closing. */
  function written(sessions: readonly SessionRecord[]): void {
    const file = new DatabaseSync(join(folder.dataDir, 'conversations.db'));
    file.exec(`${CONVERSATION_MIGRATIONS[0]}; PRAGMA user_version = 1`);
    const insert = file.prepare(`
      INSERT INTO session (session_id, version, status, created_at, last_message_at, active_day, cost, queue_rank, record)
      VALUES (?, 1, ?, ?, ?, ?, 0, ?, ?)`);
    for (const session of sessions) {
      const { sessionId, status, createdAt, lastMessageAt } = session;
      insert.run(
        sessionId,
        status,
        createdAt,
        lastMessageAt,
        lastMessageAt.slice(0, 10),
        queueRank(session),
        JSON.stringify(session),
      );
    }
    file.close();
  }

  it('knows of each of its sessions where it came from and when it was closed', async () => {
    const origins = ['https://shop.example', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'https://a1'];
    const widget = { id: 'w', name: 'Shop', primaryDomain: 'shop.example:8443' };
    const sessions: SessionRecord[] = [
      ...origins.map((origin) => startSession(origin, START, { origin })),
      {
        ...startSession('widget', START, { origin: 'https://b', widget }),
        status: 'closed',
        closedAt: START,
      },
      { ...startSession('no origin', START), status: 'closed', closedAt: START },
    ];
    written(sessions);
    const { conversations: store, close } = sqliteStore(folder);
    for (const session of sessions) {
      const domain = sourceDomain(session);
      if (domain === undefined) continue;
      expect((await store.queue({ sourceDomain: domain, limit: 9 })).items).toEqual([session]);
    }
    const { items } = await store.closed({ from: START, to: '9', order: 'oldest', limit: 9 });
    expect(items).toEqual(sessions.slice(-2));
    await close();
  });

  it('no longer holds the ids of what it has counted, and does not count it twice', async () => {
    await sqliteStore(folder).close();
    const activity = { id: randomUUID(), at: START, requests: 1 };
    const path = join(folder.dataDir, 'conversations.db');
    const before = new DatabaseSync(path);
    before.prepare('INSERT INTO activity_seen VALUES (?, ?)').run(hourOf(START), activity.id);
    const earlier = CONVERSATION_MIGRATIONS.findIndex((one) => one.includes('seen_key'));
    before.exec(`${BEFORE_REMOVALS} PRAGMA user_version = ${earlier}`);
    before.close();
    const { conversations, close } = sqliteStore(folder);
    const session = startSession(randomUUID(), START);
    expect(await conversations.commit({ session, expected: 'absent', activity })).toMatchObject({ ok: true });
    expect(await conversations.activity(...EVER)).toEqual([]);
    await close();
    const after = new DatabaseSync(path, { readOnly: true });
    expect(JSON.stringify(after.prepare('SELECT id FROM activity_seen').all())).not.toContain(activity.id);
    after.close();
  });

  it('is searched, and forgets what is deleted, with letters that it did not fold', async () => {
    const first = sqliteStore(folder);
    const { session } = await begin(first.conversations, 'Mój żółw');
    await first.close();
    const path = join(folder.dataDir, 'conversations.db');
    const before = new DatabaseSync(path);
    // As the earlier release indexed it: ł is a separate letter.
    before.exec(`
      DROP TABLE message_text;
      CREATE VIRTUAL TABLE message_text USING fts5 (terms, content='', detail=none, tokenize='ascii');
      INSERT INTO message_text (rowid, terms) SELECT pk, 'moj0 zo1420 zo142w0' FROM message;
      ${BEFORE_REMOVALS}
      PRAGMA user_version = ${CONVERSATION_MIGRATIONS.findLastIndex((one) => one.includes('index_terms'))};
    `);
    before.close();
    const { conversations, close } = sqliteStore(folder);
    const search = async () => (await conversations.search({ text: 'zolw', limit: 9 })).items;
    expect((await search()).map(({ snippet, highlights }) => [snippet, highlights])).toEqual([
      ['Mój żółw', [[4, 8]]],
    ]);
    await conversations.delete(session.sessionId);
    expect(await search()).toEqual([]);
    await close();
  });
});
