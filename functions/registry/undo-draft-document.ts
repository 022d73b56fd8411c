import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { DraftReply, DocumentParams } from '../../src/wire/assistants.ts';

export const undoDraftDocument = endpoint({
  name: 'assistant-draft-document-undo',
  method: 'DELETE',
  route: 'assistants/{id}/draft/documents/{name}/change',
  gate: 'admin',
  summary: 'Undo the change of one document that is not live yet',
  params: DocumentParams,
  answers: { 200: { description: 'The changes with their documents', schema: DraftReply } },
  errors: ['assistant-not-found', 'draft-not-found', 'not-found'],
  async handle({ params: { id, name }, services }) {
    const changed = await services.drafts.undoDocument(id, name);
    return json<DraftReply>(200, { draft: changed }, { etag: changed.etag });
  },
});
