import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { textsInFiles } from '../support/bytes-in-files.ts';
import { begin, say, START } from '../support/conversations.ts';
import { dataFolder } from '../support/data-folder.ts';
import { databaseReader } from '../support/database-reader.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/manual-clock.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { turnsDuring } from '../support/turns-during.ts';

const PATIENT = { timeout: PATIENCE_MS };
const SECOND_MS = 1_000;

const folder = freshFixture(() => dataFolder());
/** Another data folder, for a copy of what a process left. */
const copied = freshFixture(() => dataFolder());
const opened = freshFixture(() => {
  const clock = manualClock();
  return { clock, ...sqliteStore({ ...folder, clock }) };
});
const conversationsFile = () => join(folder.dataDir, 'conversations.db');
const left = (texts: readonly string[]) => textsInFiles(folder.dataDir, texts);

/** The same in each run: whether SQLite leaves a copy in a page depends on the order of ids. */
const idOf = (name: string) =>
  createHash('sha256')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');

/** A conversation with a ledger document, and what of it must not be left. */
async function conversation(): Promise<{ sessionId: string; texts: string[] }> {
  const { conversations, ledger } = opened;
  const sessionId = randomUUID();
  const [question, answer, note] = ['where', 'there', 'noted'].map((word) => `${word} ${randomUUID()}`);
  const activity = { visitorMessages: 1 };
  const first = await begin(conversations, question, { sessionId, activity });
  const second = await say(conversations, sessionId, answer ?? '', { activity });
  await ledger.write(`notes:${sessionId}`, randomUUID(), { content: note }, 'absent');
  const ids = [sessionId, first.message.id, second.message.id];
  return { sessionId, texts: [...ids, question ?? '', answer ?? '', note ?? ''] };
}

async function remove(sessionId: string): Promise<void> {
  const { conversations, ledger } = opened;
  await conversations.delete(sessionId);
  for (const { id, version } of await ledger.list(`notes:${sessionId}`)) {
    await ledger.remove(`notes:${sessionId}`, id, version);
  }
}

/** The pages of the file that hold nothing: rewriting leaves none. */
function freePages(): number {
  const file = new DatabaseSync(conversationsFile(), { readOnly: true });
  const { freelist_count: count } = file.prepare('PRAGMA freelist_count').get() ?? {};
  file.close();
  return Number(count);
}

it('A document that is removed from the ledger alone is gone from the log, and nothing is rewritten for it', async () => {
  const { conversations, ledger, clock } = opened;
  const text = randomUUID();
  const version = await ledger.write('leases', 'one', { text: text.repeat(1_000) }, 'absent');
  await ledger.remove('leases', 'one', version ?? '');
  clock.advance(SECOND_MS);
  await expect.poll(() => left([text]), PATIENT).toEqual([]);
  expect(freePages()).toBeGreaterThan(0);
  const { sessionId } = await conversation();
  await conversations.delete(sessionId);
  clock.advance(SECOND_MS);
  await expect.poll(freePages, PATIENT).toBe(0);
});

describe('The bytes of a deleted conversation', () => {
  it('are in no file a second after the last deletion, those of another one stay', async () => {
    const gone = [await conversation(), await conversation()];
    const kept = await conversation();
    const texts = gone.flatMap((one) => one.texts);
    expect(await left(texts)).toHaveLength(texts.length);
    for (const { sessionId } of gone) await remove(sessionId);
    opened.clock.advance(SECOND_MS);
    await expect.poll(() => left(texts), PATIENT).toEqual([]);
    // The id of a message is there as long as its conversation is.
    expect(await left(kept.texts)).toHaveLength(kept.texts.length);
    expect(opened.clock.sleeping()).toBe(0);
  });

  it('are erased once for deletions that follow each other, and not later than half a minute', async () => {
    const gone = await Promise.all(Array.from({ length: 32 }, () => conversation()));
    for (const { sessionId } of gone.slice(0, 31)) {
      expect(await left([sessionId])).toHaveLength(1);
      await remove(sessionId);
      opened.clock.advance(SECOND_MS - 1);
      expect(opened.clock.sleeping()).toBeLessThanOrEqual(1);
    }
    await expect.poll(() => left(gone.slice(0, 30).map(({ sessionId }) => sessionId)), PATIENT).toEqual([]);
  });

  it('are in no file also while another process has the store open', async () => {
    const { sessionId, texts } = await conversation();
    const other = await databaseReader(conversationsFile(), 'idle');
    try {
      await remove(sessionId);
      opened.clock.advance(SECOND_MS);
      await expect.poll(() => left(texts), PATIENT).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('are erased as soon as another process has ended its reading', async () => {
    const { sessionId, texts } = await conversation();
    const other = await databaseReader(conversationsFile(), 'reading');
    await remove(sessionId);
    opened.clock.advance(SECOND_MS);
    // The erasure that failed is planned again.
    await expect.poll(() => opened.clock.sleeping(), PATIENT).toBe(1);
    expect(await left(texts)).not.toEqual([]);
    await other.close();
    opened.clock.advance(2 * SECOND_MS);
    await expect.poll(() => left(texts), PATIENT).toEqual([]);
  });

  it('are in no file after the process has ended before their time, while another one goes on', async () => {
    const { sessionId, texts } = await conversation();
    const other = await databaseReader(conversationsFile(), 'idle');
    await remove(sessionId);
    await opened.close();
    expect(await left(texts)).toEqual([]);
    await other.close();
  });

  it('are erased by the next start where a process was killed', async () => {
    const { sessionId, texts } = await conversation();
    await remove(sessionId);
    const { dataDir } = copied;
    await promisify(execFile)('cp', ['-r', `${folder.dataDir}/.`, dataDir]);
    const clock = manualClock();
    const again = sqliteStore({ dataDir, clock });
    expect(await textsInFiles(dataDir, texts)).not.toEqual([]);
    clock.advance(SECOND_MS);
    await expect.poll(() => textsInFiles(dataDir, texts), PATIENT).toEqual([]);
    await again.close();
  });

  it('are also gone from the parts of pages that SQLite does not use', async () => {
    const names = Array.from({ length: 300 }, (_, n) => n);
    const { conversations, clock } = opened;
    const texts: string[] = [];
    for (let round = 0; round < 8; round++) {
      for (const n of names) {
        const sessionId = idOf(`${n}`);
        const content = `${sessionId} ${'lorem ipsum '.repeat((round * 7 + 3) % 20)}`;
        const message = { id: idOf(`${n} ${round}`) };
        if (round === 0) await begin(conversations, content, { sessionId, message });
        else await say(conversations, sessionId, content, { message });
        if (n % 3 !== 0) texts.push(sessionId, message.id);
      }
    }
    for (const n of names) if (n % 3 !== 0) await conversations.delete(idOf(`${n}`));
    clock.advance(SECOND_MS);
    await expect.poll(() => clock.sleeping(), PATIENT).toBe(0);
    await opened.close();
    expect(await left(texts)).toEqual([]);
  }, 60_000);

  it('are erased while the event loop and its reads and writes go on', async () => {
    const { sessionId, texts } = await conversation();
    await remove(sessionId);
    let written = 0;
    const turns = await turnsDuring(async () => {
      opened.clock.advance(SECOND_MS);
      while ((await left(texts)).length > 0) {
        const { session } = await begin(opened.conversations, 'Hello', { at: START });
        expect(await opened.conversations.messages(session.sessionId)).toHaveLength(1);
        written++;
      }
    });
    expect(written).toBeGreaterThan(0);
    expect(turns).toBeGreaterThan(100);
  });
});
