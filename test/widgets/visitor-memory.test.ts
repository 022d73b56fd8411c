import { expect, it } from 'vitest';
import { LISTED_CONVERSATIONS } from '../../src/conversations/rules/visitors.ts';
import { visitorMemory } from '../../src/widgets/visitor-memory.ts';
import { widgetSessionId } from '../../src/conversations/rules/ids.ts';
import { freshFixture } from '../support/fixtures.ts';
import { realRandom } from '../support/ports/random.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const store = freshFixture(() => openSqlite());

it('a session that drops out of its visitor’s list leaves no records behind', async () => {
  const memory = visitorMemory(store);
  const sessionIds = Array.from({ length: LISTED_CONVERSATIONS + 5 }, () =>
    widgetSessionId(realRandom.bytes(16)),
  );
  for (const sessionId of sessionIds) {
    expect(await memory.bind('visitor', sessionId, await memory.sessionsOf('visitor'))).toBe(true);
  }
  const kept = sessionIds.slice(-LISTED_CONVERSATIONS);
  expect((await memory.sessionsOf('visitor'))?.sessionIds).toEqual(kept.toReversed());
  const entries = await store.ledger.list('visitor-of');
  expect(entries.map(({ id }) => id)).toEqual(kept.toSorted());
  for (const sessionId of sessionIds) await memory.forget(sessionId);
  expect([...(await store.ledger.list('visitor-of')), ...(await store.ledger.list('visitors'))]).toEqual([]);
});
