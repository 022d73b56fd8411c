import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import { continueSession } from '../../src/conversations/rules/thread.ts';
import type { Conversation, ConversationStore } from '../../src/ports.ts';
import { conversations } from '../../src/conversations/conversations.ts';
import { threads } from '../../src/conversations/threads.ts';
import { background } from '../../src/platform/background.ts';
import { movedClock } from '../support/clocks/real-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { realRandom } from '../support/ports/random.ts';
import { begin, change, START } from '../support/stores/conversations.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';
import { noNotices } from '../support/parts/absent.ts';
import { silentRealtime, silentVisitorEvents } from '../support/parts/silent-realtime.ts';

const opened = freshFixture(() => openSqlite());

/** The threads on a store; without retries, an outage outlasts the instance. */
function threadsOn(store: ConversationStore) {
  const clock = movedClock();
  const telemetry = { record: () => undefined, close: () => Promise.resolve() };
  const work = background(telemetry);
  const parts = { store, clock, telemetry, random: realRandom, background: work };
  const changes = conversations({
    ...parts,
    realtime: silentRealtime,
    visitorEvents: silentVisitorEvents,
    notices: noNotices,
  });
  const of = threads({
    ...parts,
    conversations: changes,
    retryOutage: (write) => write(),
    visitors: { replace: () => Promise.resolve() },
    days: 7,
  });
  return { of, settled: work.settled };
}

/** A store whose first write has this outcome; the others succeed. */
function storeThatFirst(fails: () => ReturnType<ConversationStore['commit']>): ConversationStore {
  const { conversations: store } = opened;
  let isFirst = true;
  return {
    ...store,
    async commit(write) {
      const outcome = isFirst ? fails() : store.commit(write);
      isFirst = false;
      return await outcome;
    },
  };
}

/** A closed conversation whose continuation is stored, and not yet named in it. */
async function halfContinued(): Promise<{ closed: Conversation; sessionId: string }> {
  const { conversations: store } = opened;
  const begun = (await begin(store)).session.sessionId;
  await change(store, begun, { status: 'closed', closedAt: START });
  const closed = await store.load(begun);
  if (!closed) throw new Error('There is no such session.');
  const { session, message } = continueSession(closed.session, randomUUID(), START);
  await store.commit({ session, expected: 'absent', append: [message] });
  return { closed, sessionId: session.sessionId };
}

const markOf = async (sessionId: string) => (await opened.conversations.load(sessionId))?.session.continuedBy;

test('the second write of a continuation is repeated after a conflict', async () => {
  const { closed, sessionId } = await halfContinued();
  const { of, settled } = threadsOn(storeThatFirst(() => Promise.resolve({ ok: false, reason: 'conflict' })));
  expect((await of.newest(closed)).session.sessionId).toBe(sessionId);
  await settled();
  expect(await markOf(closed.session.sessionId)).toBe(sessionId);
});

test('a continuation is found after an outage during its second write, and the next reader completes it', async () => {
  const { closed, sessionId } = await halfContinued();
  const store = storeThatFirst(() => Promise.reject(new AppError('store-unavailable')));
  const { of, settled } = threadsOn(store);
  for (const mark of [undefined, sessionId]) {
    expect((await of.newest(closed)).session.sessionId).toBe(sessionId);
    await settled();
    expect(await markOf(closed.session.sessionId)).toBe(mark);
  }
});
