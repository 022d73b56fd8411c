import { expect, test } from 'vitest';
import { openDatabase } from '../../src/adapters/store/sqlite/database.ts';
import { figures } from '../../src/adapters/store/sqlite/figures.ts';
import { lists } from '../../src/adapters/store/sqlite/lists.ts';
import { outbox } from '../../src/adapters/store/sqlite/outbox.ts';
import { reads } from '../../src/adapters/store/sqlite/reads.ts';
import { CONVERSATION_TABLES } from '../../src/adapters/store/sqlite/schema.ts';
import { search } from '../../src/adapters/store/sqlite/search.ts';
import { writes } from '../../src/adapters/store/sqlite/writes.ts';
import { uploadDirectory } from '../../src/adapters/uploads/directory.ts';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { AppError } from '../../src/core/errors.ts';
import type { UploadStorage } from '../../src/ports.ts';
import { componentWatch, watched } from '../../src/operations/component-watch.ts';
import { dataFolder } from '../support/files/data-folder.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { refusal } from '../support/refusal.ts';
import { begin, say } from '../support/stores/conversations.ts';

const folder = freshFixture(() => dataFolder());
/** More than what is free within the pages of the file. */
const LONG = 'x'.repeat(200_000);
const FULL = [
  {
    component: 'database',
    reason: 'disk-full',
    setting: 'DATA_DIR',
    message: expect.stringContaining('disk of DATA_DIR is full'),
  },
];

/** The embedded store in a file that can be kept from growing, in which SQLite sees a full disk. */
function openBounded() {
  const database = openDatabase({
    dataDir: folder.dataDir,
    name: 'conversations.db',
    synchronous: 'FULL',
    busyTimeoutMs: 100,
    cacheKiB: 1_024,
    tables: CONVERSATION_TABLES,
  });
  const { file } = database;
  const hourly = figures(database);
  const { add } = outbox(database);
  const maxPages = (pages: number) => file.exec(`PRAGMA max_page_count = ${pages}`);
  const unbounded = sqliteStore(folder);
  const parts = { ...reads(database, hourly), ...writes(database, hourly, add), ...lists(database) };
  return {
    store: { ...unbounded.conversations, ...parts, ...search(database) },
    // The limit is never below the pages that there are.
    fill: () => maxPages(1),
    free: () => maxPages(1_000_000),
    close: () => unbounded.close().then(() => database.close()),
  };
}

test('on a full disk writes fail with the reason in health, and acknowledged data stays', async () => {
  const telemetry = recordingTelemetry();
  const watch = componentWatch(telemetry);
  const disk = openBounded();
  const store = watched(disk.store, { component: 'database', watch, writes: ['commit'] });
  const { session, message } = await begin(store, 'Hello');
  const { sessionId } = session;

  disk.fill();
  // Two writes of one transaction; a transaction with only the small one would fit.
  const [long, other] = await Promise.allSettled([say(store, sessionId, LONG), begin(store, LONG)]);
  expect([long.status, other.status]).toEqual(['rejected', 'rejected']);
  expect(await refusal(say(store, sessionId, LONG))).toBe('store-unavailable');
  expect(watch.problems()).toEqual(FULL);
  expect(telemetry.events).toEqual([{ type: 'warning', code: 'disk-full' }]);
  // The read of health succeeds, and does not show a problem of the disk.
  await watch.observe('database', store.count('claimed'));
  expect(watch.problems()).toEqual(FULL);
  expect(await store.messages(sessionId)).toEqual([message]);
  expect((await store.search({ text: 'hello', limit: 5 })).items).toHaveLength(1);

  disk.free();
  const { message: later } = await say(store, sessionId, LONG);
  expect(watch.problems()).toEqual([]);
  expect(await store.messages(sessionId)).toEqual([message, later]);
  await disk.close();
});

test('a file is refused with the same reason if the disk has no space for it', async () => {
  const watch = componentWatch(recordingTelemetry());
  const cause = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const full = () => Promise.reject(new AppError('files-unavailable', {}, { cause }));
  const embedded = uploadDirectory(folder);
  const use = { component: 'files', watch, reads: ['blocks'], writes: ['putBlock'] } as const;
  const refusing: UploadStorage = { ...embedded, putBlock: full };
  const files = watched(refusing, use);
  expect(await refusal(files.putBlock('upload', 0, new Uint8Array(3)))).toBe('files-unavailable');
  expect(await files.blocks('upload')).toEqual(new Map());
  expect(watch.problems()).toMatchObject([{ component: 'files', reason: 'disk-full' }]);
  await watched(embedded, use).putBlock('upload', 0, new Uint8Array(3));
  expect(watch.problems()).toEqual([]);
});
