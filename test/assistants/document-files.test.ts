import { expect, test } from 'vitest';
import { uploadDirectory } from '../../src/adapters/uploads/directory.ts';
import { AppError } from '../../src/core/errors.ts';
import type { DocumentReader, Ledger, UploadStorage } from '../../src/ports.ts';
import { documentFiles } from '../../src/assistants/document-files.ts';
import { uploads } from '../../src/platform/uploads.ts';
import { dataFolder } from '../support/files/data-folder.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realRandom } from '../support/ports/random.ts';
import { refusal } from '../support/refusal.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const ADMIN = 'admin';
const TEXT = Buffer.from('Hello');

const folder = freshFixture(() => dataFolder());
const store = freshFixture(() => openSqlite());

interface Replaced {
  storage?: Partial<UploadStorage>;
  ledger?: Partial<Ledger>;
  read?: DocumentReader['read'];
  onSaved?: (text: string) => void;
}

const readsHello = () => Promise.resolve({ markdown: 'Hello' });

/** The files of an instance, with parts of what it rests on replaced. */
function open({ storage, ledger, read = readsHello, onSaved }: Replaced = {}) {
  const files = uploads({
    clock: manualClock(),
    random: realRandom,
    telemetry: recordingTelemetry(),
    ledger: { ...store.ledger, ...ledger },
    uploadStorage: { ...uploadDirectory(folder), ...storage },
  });
  const notUsed = () => Promise.reject(new Error('This test has no such document.'));
  const documents = documentFiles({
    uploads: files,
    documentReader: { read },
    documentSections: () => Promise.resolve([[]]),
    assistants: { require: notUsed },
    documents: { put: notUsed, read: notUsed },
    drafts: {
      document: notUsed,
      putDocument(_assistantId, _name, markdown) {
        onSaved?.(markdown);
        return Promise.resolve({
          edit: EDIT,
          documents: [],
          conflicts: { profile: false, documents: [] },
          updatedAt: '',
          etag: '',
        });
      },
    },
    requestBudget: { pause: (work) => work() },
  });
  return { ...documents, uploads: files };
}

const EDIT = {
  name: 'Mia',
  instructions: '',
  greeting: '',
  knowledge: { kind: 'documents' },
  handoff: 'when-unsure',
} as const;

async function uploaded(): Promise<string> {
  const { begin, putBlock, complete } = open().uploads;
  const { id } = await begin(ADMIN, { purpose: 'knowledge', fileName: 'a.txt', bytes: TEXT.length });
  await putBlock(ADMIN, id, 0, TEXT);
  await complete(ADMIN, id);
  return id;
}

test('the list of left-out parts of a file is the same in a repeated preview', async () => {
  const id = await uploaded();
  const read = () => Promise.resolve({ markdown: 'Hello', leftOut: ['pictures (2)'] });
  const view = { name: 'a.md', markdown: 'Hello', sections: [], leftOut: ['pictures (2)'] };
  expect(await open({ read }).preview(id)).toEqual(view);
  expect(await open().preview(id)).toEqual(view);
});

test('an unreadable file is refused with its reason, even if the storage fails to delete it', async () => {
  const id = await uploaded();
  const { preview } = open({
    read: () => Promise.reject(new AppError('file-damaged')),
    storage: { remove: () => Promise.reject(new AppError('files-unavailable')) },
  });
  expect(await refusal(preview(id))).toBe('file-damaged');
  expect(await refusal(open().uploads.find(ADMIN, id))).toBe('upload-not-found');
});

test('a document is saved even if the store fails to delete its upload', async () => {
  const id = await uploaded();
  await open().preview(id);
  const saved: string[] = [];
  const { putDraft } = open({
    onSaved: (text) => saved.push(text),
    ledger: { write: () => Promise.reject(new AppError('store-unavailable')) },
  });
  await putDraft('default', 'a.md', { uploadId: id });
  expect(saved).toEqual(['Hello']);
});
