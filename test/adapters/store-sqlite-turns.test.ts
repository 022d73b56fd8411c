import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { freshFixture } from '../support/fixtures.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';
import { turnsDuring } from './support/turns-during.ts';

const store = freshFixture(() => openSqlite());

it('A caller that reads many pages in a row yields to the event loop between pages', async () => {
  const { conversations, ledger } = store;
  const pages = 20;
  for (const read of [
    () => conversations.load(randomUUID()),
    () => conversations.list({ sortBy: 'recent', limit: 10 }),
    () => conversations.search({ text: 'word', limit: 10 }),
    () => ledger.newest('notes', 10),
  ]) {
    const turns = await turnsDuring(async () => {
      for (let page = 0; page < pages; page++) await read();
    });
    expect(turns).toBeGreaterThanOrEqual(pages - 1);
  }
});
