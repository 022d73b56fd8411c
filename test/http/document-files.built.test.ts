import { describe, expect, test } from 'vitest';
import { DraftReply, DocumentReply } from '../../src/assistants/wire/assistants.ts';
import { docxFile, paragraph } from '../support/files/docx-file.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { MIA, registryAdmin, type JsonResponse } from '../support/clients/registry.ts';
import { HOSTS, startService } from '../support/service/service.ts';
import { uploader } from './support/uploads.ts';

const FILE = docxFile(paragraph('Delivery', 'Heading1') + paragraph('A parcel takes two days.'));

describe.each(HOSTS)('documents of files on the %s host', (host) => {
  const service = sharedFixture(() => startService({ host }));
  const admin = sharedFixture(() => registryAdmin(service));
  const files = sharedFixture(() => uploader(service));

  test('a document is saved exactly as the preview showed it', async () => {
    const { id } = await admin.make({ knowledge: { kind: 'documents' } });
    const { id: uploadId, document } = await files.read('Delivery (2026).docx', FILE);
    expect(document).toMatchObject({
      name: 'Delivery 2026.md',
      sections: [{ title: 'Delivery', path: [], markdown: 'A parcel takes two days.' }],
    });
    expect(await (await files.preview(uploadId)).json()).toEqual({ document });
    const path = `assistants/${id}/documents/${encodeURIComponent(document.name)}`;
    const saved = await admin.send('PUT', path, { uploadId });
    expect([saved.status, (await admin.assistant(id)).documents]).toMatchObject([
      200,
      [{ name: document.name, characters: document.markdown.length }],
    ]);
    expect(await admin.answer(200, DocumentReply, admin.send('GET', `${path}/sections`))).toEqual({
      document,
    });
    // The upload has ended.
    expect((await admin.send('PUT', path, { uploadId })).body).toMatchObject({ error: 'upload-not-found' });
  });

  test('an unreadable file is refused with its reason and deleted, and documents are unchanged', async () => {
    const { id } = await admin.make({ knowledge: { kind: 'documents' } });
    await admin.upload(id, 'old.md', '# Old');
    const uploadId = await files.send('broken.pdf', Buffer.from('%PDF-1.7 and nothing else'));
    await files.complete(uploadId);
    const refused = await files.preview(uploadId);
    expect([refused.status, await refused.json()]).toMatchObject([422, { error: 'file-damaged' }]);
    expect((await service.get(`/api/uploads/${uploadId}`)).status).toBe(404);
    expect((await admin.assistant(id)).documents).toMatchObject([{ name: 'old.md' }]);
  });

  test('concurrent previews of a file have the same content', async () => {
    const uploadId = await files.send('delivery.docx', FILE);
    await files.complete(uploadId);
    const [one, other] = await Promise.all([files.preview(uploadId), files.preview(uploadId)]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(await one.json()).toEqual(await other.json());
  });

  test('a file that was not previewed cannot be saved, nor a file together with a text', async () => {
    const { id } = await admin.make({ knowledge: { kind: 'documents' } });
    const uploadId = await files.send('a.docx', FILE);
    await files.complete(uploadId);
    const path = `assistants/${id}/documents/a.md`;
    expect((await admin.send('PUT', path, { uploadId })).body).toMatchObject({ error: 'upload-not-read' });
    const both = await admin.send('PUT', path, { uploadId, markdown: 'x' });
    expect(both.body).toMatchObject({ error: 'validation-failed', issues: [{ path: 'markdown' }] });
  });

  describe('in a draft', () => {
    const at = (id: string, name: string) => `assistants/${id}/draft/documents/${name}`;
    const changesOf = async (sent: Promise<JsonResponse>) =>
      (await admin.answer(200, DraftReply, sent)).draft.documents.map(
        ({ name, change }) => `${name} ${change}`,
      );

    /** An assistant with two documents, and a draft without changes of them. */
    async function withDraft(): Promise<string> {
      const edit = { ...MIA, knowledge: { kind: 'documents' } };
      const { id } = await admin.make(edit);
      await admin.upload(id, 'delivery.md', '# Old');
      await admin.upload(id, 'returns.md', '# Returns');
      await admin.answer(200, DraftReply, admin.send('PUT', `assistants/${id}/draft`, edit));
      return id;
    }

    test('a document of a file has a preview, and the live document is unchanged', async () => {
      const id = await withDraft();
      const { id: uploadId, document } = await files.read('delivery.docx', FILE);
      expect(await changesOf(admin.send('PUT', at(id, document.name), { uploadId }))).toEqual([
        'delivery.md replaced',
        'returns.md none',
      ]);
      const view = (path: string) => admin.answer(200, DocumentReply, admin.send('GET', `${path}/sections`));
      expect(await view(at(id, document.name))).toEqual({ document });
      expect((await view(at(id, 'returns.md'))).document.markdown).toBe('# Returns');
      expect((await view(`assistants/${id}/documents/delivery.md`)).document.markdown).toBe('# Old');
      // The upload has ended.
      expect((await service.get(`/api/uploads/${uploadId}`)).status).toBe(404);
    });

    test('the change of a single document can be undone', async () => {
      const id = await withDraft();
      await admin.send('PUT', at(id, 'delivery.md'), { markdown: '# New' });
      await admin.send('PUT', at(id, 'prices.md'), { markdown: '# Prices' });
      await admin.send('DELETE', at(id, 'returns.md'));
      const undo = (name: string) => admin.send('DELETE', `${at(id, name)}/change`);
      expect(await changesOf(undo('returns.md'))).toEqual([
        'delivery.md replaced',
        'prices.md added',
        'returns.md none',
      ]);
      await undo('prices.md');
      expect(await changesOf(undo('delivery.md'))).toEqual(['delivery.md none', 'returns.md none']);
      expect((await undo('delivery.md')).body).toMatchObject({ error: 'not-found' });
    });

    test('documents have the limits of live documents', async () => {
      const id = await withDraft();
      const limit = await admin.send('PUT', at(id, 'a.md'), { markdown: 'a'.repeat(50_001) });
      expect(limit.status).toBe(400);
    });
  });
});
