import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { uploadDirectory } from '../../src/adapters/uploads/directory.ts';
import { joseTokens } from '../../src/adapters/tokens/jose.ts';
import { MAX_FILES, UNSENT_FILE_MS, UPLOAD_MS } from '../../src/conversations/rules/attachments.ts';
import { AppError } from '../../src/core/errors.ts';
import { nowIso } from '../../src/lib/fields.ts';
import type { Message } from '../../src/conversations/records/message.ts';
import type { Ledger, UploadStorage } from '../../src/ports.ts';
import { attachmentAccess } from '../../src/chat/attachment-access.ts';
import { attachmentIds } from '../../src/chat/attachment-ids.ts';
import { attachments } from '../../src/chat/attachments.ts';
import { conversationFiles, type FileOwner } from '../../src/chat/conversation-files.ts';
import { append, startSession } from '../../src/conversations/rules/session-messages.ts';
import { dataFolder } from '../support/files/data-folder.ts';
import { movedClock } from '../support/clocks/real-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { longConversation } from '../support/stores/long-conversation.ts';
import { realRandom } from '../support/ports/random.ts';
import { refusal } from '../support/refusal.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const HOUR_MS = 3_600_000;
const TEXT = Buffer.from('Hello');
const uncounted = () => Promise.resolve();

const folder = freshFixture(() => dataFolder());
const sqlite = freshFixture(() => openSqlite());
const clock = freshFixture(() => ({ ...movedClock(), close: () => Promise.resolve() }));
const owner = (): FileOwner => ({ sessionId: randomUUID(), from: 'visitor' });

interface Replaced {
  storage?: Partial<UploadStorage>;
  ledger?: Partial<Ledger>;
}

/** The parts of one instance, with parts of its storage or ledger replaced. */
function parts({ storage = {}, ledger = {} }: Replaced = {}) {
  return {
    clock,
    random: realRandom,
    telemetry: recordingTelemetry(),
    store: sqlite.conversations,
    ledger: { ...sqlite.ledger, ...ledger },
    uploadStorage: { ...uploadDirectory(folder), ...storage },
    ids: attachmentIds(realRandom, () => Promise.resolve(new Uint8Array(32))),
  };
}

const open = (replaced?: Replaced) => conversationFiles(parts(replaced));

/** The outcome of a call. */
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'taken',
    (error: unknown) => (error instanceof AppError ? error.code : 'bug'),
  );

/** Files in the storage, by conversation. */
async function stored(): Promise<string[]> {
  const names = await readdir(join(folder.dataDir, 'uploads'), { recursive: true }).catch(() => []);
  return names.filter((name) => /(?:file|block)$/.test(name));
}

async function complete(of: FileOwner) {
  const { id } = await open().begin(of, { fileName: 'a.txt', bytes: TEXT.length });
  await open().putBlock(of, id, 0, TEXT);
  return await open().complete(of, id, uncounted);
}

/** Stores a message with a file, as the visitor's call does. */
async function say({ sessionId }: FileOwner, file: NonNullable<Message['attachments']>[number]) {
  const at = nowIso(clock);
  const draft = { id: randomUUID(), role: 'visitor', content: file.name, attachments: [file] } as const;
  const { session, message } = append(startSession(sessionId, at), draft, at);
  await sqlite.conversations.commit({ session, append: [message], expected: 'absent' });
}

test('while a file is unsent, each list of files reads only the messages that are new since the last list', async () => {
  const of = owner();
  await longConversation(sqlite.conversations, of.sessionId, 60);
  await complete(of);
  const read: (number | undefined)[] = [];
  const store = {
    ...sqlite.conversations,
    messages(sessionId: string, after?: number) {
      read.push(after);
      return sqlite.conversations.messages(sessionId, after);
    },
  };
  const files = conversationFiles({ ...parts(), store });
  for (let n = 0; n < 3; n++) expect(await files.list(of)).toHaveLength(1);
  expect(read).toEqual([0, 60, 60]);
});

test('files that were never sent are deleted after a day, uploaded completely or not, and sent files are kept', async () => {
  const of = owner();
  const sent = await complete(of);
  await say(of, sent);
  await complete(of);
  const { id } = await open().begin(of, { fileName: 'half.pdf', bytes: 9 });
  await open().putBlock(of, id, 0, new Uint8Array(9));
  clock.advance(UPLOAD_MS);
  expect(await refusal(open().complete(of, id, uncounted))).toBe('attachment-not-found');
  expect(await open().removeAbandoned()).toBe(0);
  clock.advance(UNSENT_FILE_MS - UPLOAD_MS + HOUR_MS);
  expect(await open().removeAbandoned()).toBe(2);
  expect(await stored()).toHaveLength(1);
  expect((await open().list(of)).map((file) => file.id)).toEqual([sent.id]);
  expect(await open().removeAbandoned()).toBe(0);
});

test('files of a conversation that never started or was deleted leave nothing behind', async () => {
  const of = owner();
  const { id } = await open().begin(of, { fileName: 'a.txt', bytes: TEXT.length });
  const late = open({
    storage: {
      async putBlock(...block) {
        await open().removeAll(of.sessionId);
        await uploadDirectory(folder).putBlock(...block);
      },
    },
  });
  expect(await refusal(late.putBlock(of, id, 0, TEXT))).toBe('attachment-not-found');
  expect(await stored()).toEqual([]);
  // An instance that ends between the record and the bytes of a deletion.
  await complete(of);
  const entry = await sqlite.ledger.read('attachments', of.sessionId);
  await sqlite.ledger.remove('attachments', of.sessionId, entry?.version ?? '');
  clock.advance(UNSENT_FILE_MS + HOUR_MS);
  await open().removeAbandoned();
  expect(await stored()).toEqual([]);
  expect(await sqlite.ledger.list('attachments')).toEqual([]);
  expect(await sqlite.ledger.list('attachment-checks')).toEqual([]);
});

test('the cleanup record of a deleted conversation does not contain its session id', async () => {
  const of = owner();
  await say(of, await complete(of));
  const unsent = await complete(of);
  await open().remove(of, unsent.id);
  const other = owner();
  await complete(other);
  await sqlite.conversations.delete(of.sessionId);
  await open().removeAll(of.sessionId);
  const checks = await sqlite.ledger.list('attachment-checks');
  expect(checks.length).toBeGreaterThan(1);
  expect(JSON.stringify(checks)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  const rest = [
    ...(await sqlite.ledger.list('attachments')),
    ...(await sqlite.ledger.list('attachment-folders')),
  ];
  expect(JSON.stringify(rest)).not.toContain(of.sessionId);
  expect(JSON.stringify(rest)).toContain(other.sessionId);
});

test('a conversation leaves the cleanup record once all of its unsent files are deleted', async () => {
  const of = owner();
  await complete(of);
  clock.advance(UNSENT_FILE_MS + HOUR_MS);
  expect(await open().removeAbandoned()).toBe(1);
  expect(await sqlite.ledger.list('attachment-folders')).toEqual([]);
});

test('a deletion during a storage outage hides the files from a new conversation with the same id', async () => {
  const of = owner();
  await say(of, await complete(of));
  await complete(of);
  await sqlite.conversations.delete(of.sessionId);
  const away = () => Promise.reject(new AppError('files-unavailable'));
  const storage = { remove: away, removeFolder: away };
  expect(await refusal(open({ storage }).removeAll(of.sessionId))).toBe('files-unavailable');
  expect(await open().list(of)).toEqual([]);
  const later = await complete(of);
  clock.advance(HOUR_MS);
  expect(await open().removeAbandoned()).toBe(2);
  expect(await stored()).toHaveLength(1);
  expect(await open().list(of)).toEqual([later]);
});

test('a cleanup that fails for one conversation is repeated and does not block the others', async () => {
  const [stuck, other] = [owner(), owner()];
  await complete(stuck);
  await complete(other);
  clock.advance(UNSENT_FILE_MS + HOUR_MS);
  const partly = open({
    ledger: {
      read: (kind, id, consistency) =>
        id === stuck.sessionId
          ? Promise.reject(new AppError('store-unavailable'))
          : sqlite.ledger.read(kind, id, consistency),
    },
  });
  expect(await partly.removeAbandoned()).toBe(1);
  expect(await stored()).toHaveLength(1);
  expect(await open().removeAbandoned()).toBe(1);
  expect(await stored()).toEqual([]);
});

test('a conversation accepts files up to its limit if many are begun at the same time', async () => {
  const of = owner();
  const begun = await Promise.all(
    Array.from({ length: MAX_FILES + 2 }, () => outcome(open().begin(of, { fileName: 'a.txt', bytes: 5 }))),
  );
  expect(begun.filter((code) => code === 'too-many-attachments')).toHaveLength(2);
  expect(begun.filter((code) => code === 'taken')).toHaveLength(MAX_FILES);
  const large = owner();
  for (let count = 0; count < 5; count++) {
    await open().begin(large, { fileName: 'a', bytes: 10 * 1024 * 1024 });
  }
  expect(await refusal(open().begin(large, { fileName: 'a.txt', bytes: 1 }))).toBe('too-many-attachments');
});

/** The files of one deployment with a scanner; `of` is what it says of every file, if it has been there. */
function scanned(
  scan: { result: 'clean' | 'malicious' | 'unscanned' },
  requiresScan: boolean,
  enabled: readonly string[] = [],
) {
  const shared = parts({
    storage: {
      async find(id) {
        const file = await uploadDirectory(folder).find(id);
        return file && { ...file, scan: scan.result };
      },
    },
  });
  return attachments({
    ...shared,
    tokens: joseTokens({ key: () => Promise.resolve(new Uint8Array(32)), clock }),
    files: conversationFiles(shared),
    rateGate: { files: uncounted, blocks: uncounted, completions: uncounted },
    quota: { begin: uncounted, count: uncounted },
    slots: { take: () => Promise.resolve(() => undefined) },
    findWidget: (id) =>
      Promise.resolve(
        enabled.includes(id)
          ? { widget: { ...SHOP, id }, etag: '"1"' }
          : { widget: { ...SHOP, id, enabled: false }, etag: '"2"' },
      ),
    requiresScan,
  });
}

test('a file that a scan finds harmful is refused, even by a link that was issued before', async () => {
  const of = owner();
  const scan: Parameters<typeof scanned>[0] = { result: 'unscanned' };
  const lenient = scanned(scan, false);
  const { id } = await complete(of);
  const [link] = await lenient.list([of]);
  const token = link?.path.split('token=')[1] ?? '';
  expect((await lenient.open(id, token, undefined)).attachment.id).toBe(id);
  expect(await refusal(scanned(scan, true).open(id, token, undefined))).toBe('attachment-not-scanned');
  scan.result = 'malicious';
  expect(await refusal(lenient.open(id, token, undefined))).toBe('attachment-malicious');
  scan.result = 'clean';
  expect((await scanned(scan, true).open(id, token, undefined)).attachment.id).toBe(id);
});

test('a visitor’s file link expires when the widget is disabled, and an agent’s link stays valid', async () => {
  const of = owner();
  const scan = { result: 'clean' } as const;
  const { id } = await complete(of);
  const enabled = scanned(scan, false, ['shop']);
  const disabled = scanned(scan, false);
  const tokenFor = async (reader: FileOwner) =>
    (await enabled.list([reader]))[0]?.path.split('token=')[1] ?? '';
  const visitors = await tokenFor({ ...of, widgetId: 'shop' });
  expect((await enabled.open(id, visitors, undefined)).attachment.id).toBe(id);
  expect(await refusal(disabled.open(id, visitors, undefined))).toBe('attachment-link-expired');
  expect((await disabled.open(id, await tokenFor(of), undefined)).attachment.id).toBe(id);
});

test.each([
  [true, 'taken'],
  [false, 'attachments-off'],
  [undefined, 'attachments-off'],
])('in a registered widget with files %j: %s, independent of the plain embed', async (allowed, code) => {
  const widget = { id: randomUUID(), attachments: allowed } as const;
  const access = attachmentAccess({
    clock,
    store: sqlite.conversations,
    findWidget: () => Promise.resolve({ widget: { ...SHOP, ...widget }, etag: '' }),
    isOnForPlainEmbed: code !== 'taken',
  });
  const claims = { widgetId: widget.id, sessionId: randomUUID(), start: {} };
  expect(await outcome(access.visitorSends(claims.sessionId, claims))).toBe(code);
});

const AT = '2026-11-20T17:24:00.000Z';
const SHOP = {
  ...{ name: 'Shop', primaryDomain: 'shop.example', allowedOrigins: ['https://shop.example'] },
  ...{ enabled: true, createdAt: AT, updatedAt: AT },
};
