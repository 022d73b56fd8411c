import { describe, expect, test } from 'vitest';
import { DocumentReply } from '../../src/wire/assistants.ts';
import { docxFile, paragraph } from '../support/docx-file.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { registryAdmin } from '../support/registry.ts';
import { HOSTS, startService } from '../support/service.ts';
import { uploader } from '../support/uploads.ts';

const FILE = docxFile(paragraph('Delivery', 'Heading1') + paragraph('A parcel takes two days.'));

describe.each(HOSTS)('documents of files on the %s host', (host) => {
  const service = sharedFixture(() => startService({ host }));
  const admin = sharedFixture(() => registryAdmin(service));
  const files = sharedFixture(() => uploader(service));

  test('a document is saved exactly as the preview showed it, and is shown the same afterwards', async () => {
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

  test('a file that cannot be read says why, is deleted, and harms no document', async () => {
    const { id } = await admin.make({ knowledge: { kind: 'documents' } });
    await admin.upload(id, 'old.md', '# Old');
    const uploadId = await files.send('broken.pdf', Buffer.from('%PDF-1.7 and nothing else'));
    await files.complete(uploadId);
    const refused = await files.preview(uploadId);
    expect([refused.status, await refused.json()]).toMatchObject([422, { error: 'file-damaged' }]);
    expect((await service.get(`/api/uploads/${uploadId}`)).status).toBe(404);
    expect((await admin.assistant(id)).documents).toMatchObject([{ name: 'old.md' }]);
  });

  test('what is not read yet cannot be saved, nor two things at once', async () => {
    const { id } = await admin.make({ knowledge: { kind: 'documents' } });
    const uploadId = await files.send('a.docx', FILE);
    await files.complete(uploadId);
    const path = `assistants/${id}/documents/a.md`;
    expect((await admin.send('PUT', path, { uploadId })).body).toMatchObject({ error: 'upload-incomplete' });
    const both = await admin.send('PUT', path, { uploadId, markdown: 'x' });
    expect(both.body).toMatchObject({ error: 'validation-failed', issues: [{ path: 'markdown' }] });
  });
});
