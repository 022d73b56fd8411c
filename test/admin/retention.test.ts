import { expect, test } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import { nowIso } from '../../src/lib/fields.ts';
import type { SessionRecord } from '../../src/conversations/records/session.ts';
import type { ConversationStore } from '../../src/ports.ts';
import { agentRatings } from '../../src/conversations/agent-ratings.ts';
import { archive } from '../../src/admin/archive.ts';
import { notes } from '../../src/conversations/notes.ts';
import { retention } from '../../src/admin/retention.ts';
import { visitorMemory } from '../../src/widgets/visitor-memory.ts';
import { background } from '../../src/platform/background.ts';
import { noEmail, noFiles, noTags, noThreads } from '../support/parts/absent.ts';
import { after, begin, change, say, START } from '../support/stores/conversations.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realRandom } from '../support/ports/random.ts';
import { refusal } from '../support/refusal.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const DAY_MS = 86_400_000;

const store = freshFixture(() => openSqlite());
const clock = freshFixture(() => manualClock(Date.parse(START)));

const notesOf = () =>
  notes({
    store: store.conversations,
    ledger: store.ledger,
    clock,
    random: realRandom,
    telemetry: recordingTelemetry(),
  });

function ratingsBeside(telemetry = recordingTelemetry()) {
  const beside = background(telemetry);
  const { ledger } = store;
  const ratings = agentRatings({ clock, ledger, random: realRandom, telemetry, background: beside });
  return { ratings, beside };
}

function keeping(days: number, conversations = store.conversations) {
  return retention({
    store: conversations,
    threads: noThreads,
    archive: archive({
      ...{ clock, random: realRandom, telemetry: recordingTelemetry() },
      store: conversations,
      ledger: store.ledger,
      notes: notesOf(),
      threads: noThreads,
      visitors: visitorMemory(store),
      files: noFiles,
      emailSender: noEmail,
      tags: noTags,
    }),
    ratings: ratingsBeside().ratings,
    clock,
    settings: { current: () => Promise.resolve({ retentionDays: days }) },
  });
}

async function conversation(minutes: number, changes: Partial<SessionRecord> = {}): Promise<string> {
  const { session } = await begin(store.conversations, 'Hello', { at: after(minutes) });
  await change(store.conversations, session.sessionId, changes);
  return session.sessionId;
}

const isKept = async (sessionId: string) => (await store.conversations.load(sessionId)) !== undefined;

test('a conversation without a message for longer than RETENTION_DAYS is deleted with its notes', async () => {
  const old = await conversation(0);
  await notesOf().add(old, { oid: 'oid-1', name: 'Mia' }, { content: 'Note' });
  const young = await conversation(1);
  clock.advance(30 * DAY_MS + 1);
  expect(await keeping(30).run()).toBe(1);
  expect([await isKept(old), await isKept(young)]).toEqual([false, true]);
  expect(await notesOf().list(old)).toEqual([]);
});

test('the age of a conversation counts from its last message, and claimed conversations are kept', async () => {
  const revived = await conversation(0);
  await say(store.conversations, revived, 'Still there?', { at: after(60) });
  const claimed = await conversation(0, { status: 'claimed', claimedBy: 'oid-1' });
  const closed = await conversation(0, { status: 'closed' });
  clock.advance(30 * DAY_MS + 1);
  expect(await keeping(30).run()).toBe(1);
  expect(await Promise.all([revived, claimed, closed].map(isKept))).toEqual([true, true, false]);
});

test('ratings by agent are deleted once no report sums them any more', async () => {
  const { ratings, beside } = ratingsBeside();
  const rated = { visitsHelpful: 1, visitsNotHelpful: 0 };
  const stored = async () => (await store.ledger.list('visitor-ratings')).map(({ id }) => id);
  ratings.count({ oid: 'oid-1', name: 'Mia' }, rated);
  await beside.settled();
  clock.advance(6 * DAY_MS);
  ratings.count({ oid: 'oid-2', name: 'Ben' }, rated);
  await beside.settled();
  const days = await stored();
  await keeping(0).run();
  expect(await stored()).toEqual(days);
  clock.advance(DAY_MS);
  await keeping(0).run();
  expect(await stored()).toEqual([days.toSorted()[1]]);
  expect(await ratings.lastWeek()).toEqual([{ oid: 'oid-2', name: 'Ben', helpful: 1, notHelpful: 0 }]);
});

test('with 0 days every conversation is kept', async () => {
  const old = await conversation(0);
  clock.advance(36_500 * DAY_MS);
  expect(await keeping(0).run()).toBe(0);
  expect(await isKept(old)).toBe(true);
});

test('a conversation is kept if the visitor writes between the search and the deletion', async () => {
  const back = await conversation(0);
  clock.advance(30 * DAY_MS + 1);
  const conversations = {
    ...store.conversations,
    async idleSince(before: string, limit: number) {
      const found = await store.conversations.idleSince(before, limit);
      await say(store.conversations, back, 'I am back.', { at: nowIso(clock) });
      return found;
    },
  };
  expect(await keeping(30, conversations).run()).toBe(0);
  expect(await isKept(back)).toBe(true);
});

test('a message that arrives at the moment of the deletion is kept with its conversation', async () => {
  const back = await conversation(0);
  clock.advance(30 * DAY_MS + 1);
  const conversations: ConversationStore = {
    ...store.conversations,
    async delete(sessionId, expected) {
      await say(store.conversations, back, 'I am back.', { at: nowIso(clock) });
      return await store.conversations.delete(sessionId, expected);
    },
  };
  expect(await keeping(30, conversations).run()).toBe(0);
  expect(await store.conversations.messages(back)).toHaveLength(2);
});

test('a conversation that is not deleted keeps its notes', async () => {
  const back = await conversation(0);
  await notesOf().add(back, { oid: 'oid-1', name: 'Mia' }, { content: 'Note' });
  clock.advance(30 * DAY_MS + 1);
  const conversations: ConversationStore = { ...store.conversations, delete: () => Promise.resolve(false) };
  expect(await keeping(30, conversations).run()).toBe(0);
  expect(await notesOf().list(back)).toHaveLength(1);
});

test('the rest of an interrupted removal is deleted by the next run, even if all conversations are kept', async () => {
  const old = await conversation(0);
  await notesOf().add(old, { oid: 'oid-1', name: 'Mia' }, { content: 'Note' });
  clock.advance(30 * DAY_MS + 1);
  const conversations: ConversationStore = {
    ...store.conversations,
    async delete(sessionId, expected) {
      await store.conversations.delete(sessionId, expected);
      throw new AppError('store-unavailable');
    },
  };
  expect(await refusal(keeping(30, conversations).run())).toBe('store-unavailable');
  expect(await notesOf().list(old)).toHaveLength(1);
  await keeping(0).run();
  expect(await notesOf().list(old)).toEqual([]);
  expect(await store.ledger.list('removals')).toEqual([]);
});

test('many conversations are deleted in one run, in batches', async () => {
  for (let n = 0; n < 230; n++) await conversation(0);
  clock.advance(30 * DAY_MS + 1);
  expect(await keeping(30).run()).toBe(230);
  expect(await keeping(30).run()).toBe(0);
});

test('a run ends after two minutes, and the next run deletes the rest', async () => {
  for (let n = 0; n < 5; n++) await conversation(0);
  clock.advance(30 * DAY_MS + 1);
  const conversations: ConversationStore = {
    ...store.conversations,
    async delete(...args) {
      clock.advance(50_000);
      return await store.conversations.delete(...args);
    },
  };
  expect(await keeping(30, conversations).run()).toBe(3);
  expect(await keeping(30, conversations).run()).toBe(2);
});
