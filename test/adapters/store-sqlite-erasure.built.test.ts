import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { textsInFiles } from '../support/files/bytes-in-files.ts';
import { begin, say } from '../support/stores/conversations.ts';
import { dataFolder } from '../support/files/data-folder.ts';
import { databaseReader } from '../support/stores/database-reader.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';

/** When the bytes of a deletion are erased. */
const ERASED_MS = 2_000;

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

it('A document that is removed from the ledger is in no file seconds later', async () => {
  const { ledger, clock } = opened;
  const text = randomUUID();
  const version = await ledger.write('notes', 'one', { text: text.repeat(1_000) }, 'absent');
  await ledger.remove('notes', 'one', version ?? '');
  clock.advance(ERASED_MS);
  expect(await left([text])).toEqual([]);
});

describe('The bytes of a deleted conversation', () => {
  it('are in no file seconds after the deletion, those of another one stay', async () => {
    const gone = [await conversation(), await conversation()];
    const kept = await conversation();
    const texts = gone.flatMap((one) => one.texts);
    expect(await left(texts)).toHaveLength(texts.length);
    for (const { sessionId } of gone) await remove(sessionId);
    opened.clock.advance(ERASED_MS);
    expect(await left(texts)).toEqual([]);
    // The id of a message is there as long as its conversation is.
    expect(await left(kept.texts)).toHaveLength(kept.texts.length);
    expect(opened.clock.sleeping()).toBe(0);
  });

  it('are erased once for deletions that follow each other', async () => {
    const gone = [await conversation(), await conversation()];
    for (const { sessionId } of gone) {
      await remove(sessionId);
      opened.clock.advance(ERASED_MS - 1);
      expect(opened.clock.sleeping()).toBeLessThanOrEqual(1);
    }
    expect(await left(gone.flatMap(({ texts }) => texts))).toEqual([]);
  });

  it('are in no file also while another process has the store open', async () => {
    const { sessionId, texts } = await conversation();
    const other = await databaseReader(conversationsFile(), 'idle');
    try {
      await remove(sessionId);
      opened.clock.advance(ERASED_MS);
      expect(await left(texts)).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('are erased as soon as another process has ended its reading', async () => {
    const { sessionId, texts } = await conversation();
    const other = await databaseReader(conversationsFile(), 'reading');
    await remove(sessionId);
    opened.clock.advance(ERASED_MS);
    expect(await left(texts)).not.toEqual([]);
    await other.close();
    opened.clock.advance(ERASED_MS);
    expect(await left(texts)).toEqual([]);
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
    clock.advance(ERASED_MS);
    expect(await textsInFiles(dataDir, texts)).toEqual([]);
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
    clock.advance(ERASED_MS);
    await opened.close();
    expect(await left(texts)).toEqual([]);
  }, 60_000);
});
