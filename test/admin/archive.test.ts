import { beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import { exportReply } from '../../src/http/export-stream.ts';
import type { HttpReply } from '../../src/http/request.ts';
import type { ConversationStore } from '../../src/ports.ts';
import { archive } from '../../src/admin/archive.ts';
import { notes } from '../../src/conversations/notes.ts';
import { visitorMemory } from '../../src/widgets/visitor-memory.ts';
import { noEmail, noFiles, noTags, noThreads } from '../support/parts/absent.ts';
import { after, begin } from '../support/stores/conversations.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realRandom } from '../support/ports/random.ts';
import { refusal } from '../support/refusal.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

let lists: number;
const store = freshFixture(() => openSqlite());
beforeEach(async () => {
  lists = 0;
});

/** The archive over a store whose lists fail from a certain call on. */
function openArchive({ failsAtList = Infinity } = {}) {
  const watched: ConversationStore = {
    ...store.conversations,
    list(query) {
      if (++lists >= failsAtList) return Promise.reject(new AppError('store-unavailable'));
      return store.conversations.list(query);
    },
  };
  const shared = {
    ledger: store.ledger,
    clock: manualClock(),
    random: realRandom,
    telemetry: recordingTelemetry(),
  };
  return archive({
    ...shared,
    store: watched,
    notes: notes({ ...shared, store: watched }),
    visitors: visitorMemory(shared),
    files: noFiles,
    emailSender: noEmail,
    tags: noTags,
    threads: noThreads,
  });
}

async function fill(conversations: number): Promise<string[]> {
  const ids = [];
  for (let n = 0; n < conversations; n++) {
    const { session } = await begin(store.conversations, `Question ${n}`, { at: after(n) });
    ids.unshift(session.sessionId);
  }
  return ids;
}

async function* piecesOf({ body }: HttpReply): AsyncGenerator<string, void, void> {
  if (typeof body !== 'object' || !(Symbol.asyncIterator in body)) {
    throw new Error('It is not a stream.');
  }
  for await (const piece of body) yield piece.toString();
}

const lineOf = (piece: string) => JSON.parse(piece) as Record<string, unknown>;
const download = async (options = {}) => {
  const opened = openArchive(options);
  return exportReply(opened.transcripts(), { date: '2026-11-20', conversations: await opened.size() });
};

describe('an export', () => {
  test('has every conversation once, newest first, and a last line that says that it is complete', async () => {
    const ids = await fill(33);
    const reply = await download();
    expect(reply.headers['x-conversations']).toBe('33');
    const lines = (await Array.fromAsync(piecesOf(reply))).map(lineOf);
    expect(lines.pop()).toEqual({ complete: true, conversations: 33 });
    expect(lines.map(({ sessionId }) => sessionId)).toEqual(ids);
  });

  test('without conversations has only its last line', async () => {
    const pieces = await Array.fromAsync(piecesOf(await download()));
    expect(pieces.map(lineOf)).toEqual([{ complete: true, conversations: 0 }]);
  });

  test('reads from the store only as fast as the client reads', async () => {
    await fill(60);
    const pieces = piecesOf(await download());
    for (let taken = 1; taken <= 60; taken++) {
      await pieces.next();
      expect(lists).toBeLessThanOrEqual(Math.floor(taken / 10) + 1);
    }
  });

  test('stops reading from the store when the client stops', async () => {
    await fill(60);
    const pieces = piecesOf(await download());
    await pieces.next();
    await pieces.return();
    expect(lists).toBe(1);
    expect(await pieces.next()).toEqual({ done: true, value: undefined });
  });

  test('that fails before its first line is an ordinary error', async () => {
    expect(await refusal(download({ failsAtList: 1 }))).toBe('store-unavailable');
  });

  test('that breaks off names the error in its last line', async () => {
    await fill(25);
    const lines = (await Array.fromAsync(piecesOf(await download({ failsAtList: 2 })))).map(lineOf);
    expect(lines).toHaveLength(11);
    expect(lines.pop()).toEqual({ complete: false, conversations: 10, error: 'store-unavailable' });
  });

  test('leaves out conversations that are deleted during the export', async () => {
    const ids = await fill(15);
    const pieces = piecesOf(await download());
    await pieces.next();
    await store.conversations.delete(ids[12] ?? '');
    const rest = (await Array.fromAsync(pieces)).map(lineOf);
    expect(rest.pop()).toEqual({ complete: true, conversations: 14 });
    expect(rest.map(({ sessionId }) => sessionId)).toEqual(ids.slice(1).filter((_, index) => index !== 11));
  });
});
