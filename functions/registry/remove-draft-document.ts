import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { DraftReply, DocumentParams } from '../../src/wire/assistants.ts';

export const removeDraftDocument = endpoint({
  name: 'assistant-draft-document-remove',
  method: 'DELETE',
  route: 'assistants/{id}/draft/documents/{name}',
  gate: 'admin',
  summary: 'Leave a document out of the changes; visitors get it until they are published',
  params: DocumentParams,
  answers: { 200: { description: 'The changes with their documents', schema: DraftReply } },
  errors: ['assistant-not-found', 'draft-not-found', 'not-found'],
  async handle({ params: { id, name }, services }) {
    const changed = await services.drafts.removeDocument(id, name);
    return json<DraftReply>(200, { draft: changed }, { etag: changed.etag });
  },
});
