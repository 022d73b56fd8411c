import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { DraftReply, DocumentParams, DocumentUpload } from '../../src/wire/assistants.ts';

export const putDraftDocument = endpoint({
  name: 'assistant-draft-document-put',
  method: 'PUT',
  route: 'assistants/{id}/draft/documents/{name}',
  gate: 'admin',
  summary: 'Upload a document that is not live yet',
  params: DocumentParams,
  body: DocumentUpload,
  answers: { 200: { description: 'The changes with their documents', schema: DraftReply } },
  errors: [
    'assistant-not-found',
    'draft-not-found',
    'file-text-too-long',
    'upload-not-found',
    'upload-not-read',
  ],
  async handle({ body, params: { id, name }, services }) {
    const changed = await services.documentFiles.putDraft(id, name, body);
    return json<DraftReply>(200, { draft: changed }, { etag: changed.etag });
  },
});
