import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { nowIso } from '../../src/lib/fields.ts';
import { uploadDirectory } from '../../src/adapters/uploads/directory.ts';
import { widgetSessionId } from '../../src/conversations/rules/ids.ts';
import { AppError } from '../../src/core/errors.ts';
import type { Ports } from '../../src/ports.ts';
import { archive } from '../../src/admin/archive.ts';
import { attachmentIds } from '../../src/chat/attachment-ids.ts';
import { conversationFiles } from '../../src/chat/conversation-files.ts';
import { visitorMemory } from '../../src/widgets/visitor-memory.ts';
import { notes } from '../../src/conversations/notes.ts';
import { noEmail, noTags, noThreads } from '../support/parts/absent.ts';
import { begin } from '../support/stores/conversations.ts';
import { dataFolder } from '../support/files/data-folder.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realRandom } from '../support/ports/random.ts';
import { refusal } from '../support/refusal.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const MIA = { oid: 'oid-1', name: 'Mia' };
const TEXT = Buffer.from('Hello');

const folder = freshFixture(() => dataFolder());
const sqlite = freshFixture(() => openSqlite());
const clock = freshFixture(() => ({ ...manualClock(), close: () => Promise.resolve() }));
const now = () => nowIso(clock);

/** The services of one instance, with parts of its store replaced. */
function instance(store: Partial<Ports['store']> = {}) {
  const parts = {
    clock,
    random: realRandom,
    telemetry: recordingTelemetry(),
    store: { ...sqlite.conversations, ...store },
    ledger: sqlite.ledger,
    uploadStorage: uploadDirectory(folder),
    ids: attachmentIds(realRandom, () => Promise.resolve(new Uint8Array(32))),
  };
  const attached = {
    notes: notes(parts),
    visitors: visitorMemory(parts),
    files: conversationFiles(parts),
    emailSender: noEmail,
    tags: noTags,
    threads: noThreads,
  };
  return { ...attached, archive: archive({ ...parts, ...attached }) };
}

/** An instance that ends right after a conversation was deleted. */
const ending = () =>
  instance({
    async delete(...args) {
      await sqlite.conversations.delete(...args);
      throw new AppError('store-unavailable');
    },
  });

async function attachFile(sessionId: string): Promise<string> {
  const { files } = instance();
  const owner = { sessionId, from: 'visitor' } as const;
  const { id } = await files.begin(owner, { fileName: 'a.txt', bytes: TEXT.length });
  await files.putBlock(owner, id, 0, TEXT);
  return (await files.complete(owner, id, () => Promise.resolve())).id;
}

async function attachNote(sessionId: string): Promise<string> {
  return (await instance().notes.add(sessionId, MIA, { content: 'Note' })).id;
}

async function attachedTo(sessionId: string) {
  const reader = instance();
  return {
    notes: (await reader.notes.list(sessionId)).map(({ id }) => id),
    files: (await reader.files.list({ sessionId, from: 'visitor' })).map(({ id }) => id),
  };
}

/** A conversation that is deleted by an instance that ends before what is attached to it is removed. */
async function halfDeleted(sessionId: string): Promise<void> {
  await begin(sqlite.conversations, 'Old', { sessionId, at: now() });
  await attachNote(sessionId);
  await attachFile(sessionId);
  clock.advance(1_000);
  expect(await refusal(ending().archive.remove(sessionId))).toBe('store-unavailable');
  clock.advance(1_000);
}

test('resuming an interrupted deletion keeps the notes, files and visitor of a new conversation with the same id', async () => {
  const sessionId = widgetSessionId(realRandom.bytes(16));
  await instance().visitors.bind('visitor', sessionId, undefined);
  await halfDeleted(sessionId);
  // A visitor attaches files before their first message.
  const file = await attachFile(sessionId);
  clock.advance(1_000);
  await begin(sqlite.conversations, 'New', { sessionId, at: now() });
  clock.advance(1_000);
  const note = await attachNote(sessionId);
  await instance().archive.resume();
  expect(await attachedTo(sessionId)).toEqual({ notes: [note], files: [file] });
  expect((await instance().visitors.sessionsOf('visitor'))?.sessionIds).toEqual([sessionId]);
  expect(await sqlite.ledger.list('removals')).toEqual([]);
});

test('an interrupted deletion is completed even if a second deletion of the same id has failed', async () => {
  const sessionId = randomUUID();
  await halfDeleted(sessionId);
  await begin(sqlite.conversations, 'New', { sessionId, at: now() });
  clock.advance(1_000);
  const note = await attachNote(sessionId);
  const failing = instance({ delete: () => Promise.reject(new AppError('store-unavailable')) });
  clock.advance(1_000);
  expect(await refusal(failing.archive.remove(sessionId))).toBe('store-unavailable');
  await instance().archive.resume();
  expect(await attachedTo(sessionId)).toEqual({ notes: [note], files: [] });
  expect(await sqlite.ledger.list('removals')).toEqual([]);
});

test('a deletion that never reached the store deletes nothing', async () => {
  const { session } = await begin(sqlite.conversations, 'Stays', { at: now() });
  const { sessionId } = session;
  const note = await attachNote(sessionId);
  const failing = instance({ delete: () => Promise.reject(new AppError('store-unavailable')) });
  expect(await refusal(failing.archive.remove(sessionId))).toBe('store-unavailable');
  clock.advance(1_000);
  await instance().archive.resume();
  expect(await attachedTo(sessionId)).toEqual({ notes: [note], files: [] });
  expect(await sqlite.ledger.list('removals')).toEqual([]);
});

test('an interrupted deletion removes everything if there is no new conversation, even if clocks differ', async () => {
  const sessionId = randomUUID();
  await halfDeleted(sessionId);
  clock.advance(-3_600_000);
  await instance().archive.resume();
  expect(await attachedTo(sessionId)).toEqual({ notes: [], files: [] });
  expect(await sqlite.ledger.list('attachments')).toEqual([]);
});

test('a note is refused if its conversation was deleted and begun again while the note was written', async () => {
  const { session } = await begin(sqlite.conversations, 'Old', { at: now() });
  const { sessionId } = session;
  let loads = 0;
  const late = instance({
    async load(...args) {
      if (++loads === 2) {
        await instance().archive.remove(sessionId);
        clock.advance(1_000);
        await begin(sqlite.conversations, 'New', { sessionId, at: now() });
      }
      return await sqlite.conversations.load(...args);
    },
  });
  expect(await refusal(late.notes.add(sessionId, MIA, { content: 'Note' }))).toBe('session-not-found');
  expect(await instance().notes.list(sessionId)).toEqual([]);
});
