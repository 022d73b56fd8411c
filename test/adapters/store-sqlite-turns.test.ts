import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ROWS_PER_TURN } from '../../src/adapters/store/sqlite/read-turns.ts';
import { freshFixture } from '../support/fixtures.ts';
import { longConversation } from '../support/long-conversation.ts';
import { openSqlite } from '../support/sqlite-store.ts';
import { turnsDuring } from '../support/turns-during.ts';

describe('Long reads of the embedded store', () => {
  const store = freshFixture(() => openSqlite({ synchronous: 'NORMAL' }));

  async function conversation(length: number): Promise<string> {
    const sessionId = randomUUID();
    await longConversation(store.conversations, sessionId, length);
    return sessionId;
  }

  it('leave the event loop to other work between pages, though each page comes at once', async () => {
    const sessionId = await conversation(1);
    const reads = 120;
    const turns = await turnsDuring(async () => {
      for (let read = 0; read < reads; read++) await store.conversations.load(sessionId);
    });
    // Each counts as eleven rows: its own and the statement.
    expect(turns).toBeGreaterThanOrEqual(Math.floor((reads * 11) / ROWS_PER_TURN) - 1);
  });

  it('leave it to other work within one long conversation, and miss no message of it', async () => {
    const length = 4 * ROWS_PER_TURN;
    const sessionId = await conversation(length);
    let seqs: number[] = [];
    const turns = await turnsDuring(async () => {
      seqs = (await store.conversations.messages(sessionId, 1)).map(({ seq }) => seq);
    });
    expect(turns).toBeGreaterThanOrEqual(3);
    expect(seqs).toEqual(Array.from({ length: length - 1 }, (_, n) => n + 2));
  });

  it('leave it to other work between lists of small documents and pages of a search, by their rows', async () => {
    const { conversations, ledger } = store;
    const rows = 50;
    const pages = 20;
    for (let n = 0; n < rows; n++) await ledger.write('notes', `${n}`, {}, 'absent');
    await conversation(rows);
    for (const read of [
      () => ledger.newest('notes', rows),
      async () => (await conversations.search({ text: 'word', limit: rows })).items,
    ]) {
      const turns = await turnsDuring(async () => {
        for (let page = 0; page < pages; page++) expect(await read()).toHaveLength(rows);
      });
      expect(turns).toBeGreaterThanOrEqual(Math.floor((pages * rows) / ROWS_PER_TURN) - 1);
    }
  });

  it('answer concurrent reads in their order', async () => {
    const sessionId = await conversation(1);
    const answered: number[] = [];
    const reads = Array.from({ length: 100 }, (_, n) =>
      store.conversations.load(sessionId).then(() => answered.push(n)),
    );
    await Promise.all(reads);
    expect(answered).toEqual(Array.from({ length: 100 }, (_, n) => n));
  });
});
