import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { indexTerms } from '../../src/lib/search-text.ts';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { dataFolder } from '../support/files/data-folder.ts';
import { freshFixture } from '../support/fixtures.ts';
import { begin, say } from '../support/stores/conversations.ts';

const folder = freshFixture(() => dataFolder());

/** How many messages the index has a word of. */
function indexed(word: string): number {
  const file = new DatabaseSync(join(folder.dataDir, 'conversations.db'));
  const found = file
    .prepare('SELECT count(*) AS found FROM message_text WHERE message_text MATCH ?')
    .get(indexTerms(word));
  file.close();
  return Number(found?.['found']);
}

test('the words of a replaced message are removed from the search index', async () => {
  const store = sqliteStore(folder);
  const { session } = await begin(store.conversations, 'How long?');
  const { message } = await say(store.conversations, session.sessionId, 'Zebras', {
    message: { role: 'assistant', interrupted: true },
  });
  const now = await store.conversations.load(session.sessionId);
  if (!now) throw new Error('There is no such session.');
  const { version: expected, recent } = now;
  const replace = { ...message, content: 'Giraffes' };
  const outcome = await store.conversations.commit({ session: now.session, expected, recent, replace });
  expect(outcome.ok).toBe(true);
  await store.close();
  expect([indexed('zebras'), indexed('giraffes')]).toEqual([0, 1]);
});
