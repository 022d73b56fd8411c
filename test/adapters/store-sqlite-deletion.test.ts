import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { sqliteStore, type SqliteStore } from '../../src/adapters/store/sqlite.ts';
import { MESSAGES_PER_WRITE } from '../../src/adapters/store/sqlite/deletion.ts';
import { begin, START } from '../support/stores/conversations.ts';
import { dataFolder } from '../support/files/data-folder.ts';
import { freshFixture } from '../support/fixtures.ts';
import { longConversation } from '../support/stores/long-conversation.ts';
import { turnsDuring } from './support/turns-during.ts';

const LENGTH = 5 * MESSAGES_PER_WRITE;

describe('The deletion of a long conversation', () => {
  const folder = freshFixture(() => dataFolder());

  async function withStore<T>(work: (store: SqliteStore) => Promise<T>): Promise<T> {
    const store = sqliteStore({ ...folder, synchronous: 'NORMAL' });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  /** How many rows and index entries are left of messages. */
  function left(): number {
    const file = new DatabaseSync(join(folder.dataDir, 'conversations.db'));
    const [messages, terms] = ['message', 'message_text_docsize'].map((table) =>
      Number(file.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.['rows']),
    );
    file.close();
    return (messages ?? 0) + (terms ?? 0);
  }

  /** A deletion of which only the first transaction was made. */
  async function interrupted(): Promise<string> {
    const sessionId = randomUUID();
    await withStore(({ conversations }) => longConversation(conversations, sessionId, LENGTH));
    const store = sqliteStore(folder);
    const ended = store.conversations.delete(sessionId).then(
      () => 'finished',
      () => 'interrupted',
    );
    await store.close();
    expect(await ended).toBe('interrupted');
    return sessionId;
  }

  it('lets other work run, and deletes everything', async () => {
    await withStore(async ({ conversations }) => {
      const sessionId = randomUUID();
      await longConversation(conversations, sessionId, LENGTH);
      const turns = await turnsDuring(async () => expect(await conversations.delete(sessionId)).toBe(true));
      expect(turns).toBeGreaterThanOrEqual(LENGTH / MESSAGES_PER_WRITE);
      expect(await conversations.delete(sessionId)).toBe(false);
      expect(await conversations.idleSince('9999', 10)).toEqual([]);
    });
    expect(left()).toBe(0);
  });

  it('is invisible if it was interrupted, and is completed by the next deletion', async () => {
    const sessionId = await interrupted();
    await withStore(async ({ conversations }) => {
      expect(await conversations.load(sessionId)).toBeUndefined();
      expect(await conversations.messages(sessionId)).toEqual([]);
      expect((await conversations.search({ text: 'word', limit: 10 })).items).toEqual([]);
      expect(await conversations.delete(sessionId)).toBe(false);
    });
    expect(left()).toBe(0);
  });

  it('is completed by the retention if it was interrupted, without deleting a newer conversation with its id', async () => {
    const sessionId = await interrupted();
    await withStore(async ({ conversations }) => {
      await begin(conversations, 'again', { sessionId });
      expect(await conversations.idleSince(START, 10)).toEqual([]);
      expect(await conversations.messages(sessionId)).toHaveLength(1);
    });
    expect(left()).toBe(2);
  });
});
