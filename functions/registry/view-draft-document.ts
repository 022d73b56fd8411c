import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { DocumentParams, DocumentReply } from '../../src/wire/assistants.ts';

export const viewDraftDocument = endpoint({
  name: 'assistant-draft-document-view',
  method: 'GET',
  route: 'assistants/{id}/draft/documents/{name}/sections',
  gate: 'admin',
  summary: 'Get a document of the changes in the sections that the assistant finds',
  params: DocumentParams,
  answers: { 200: { description: 'The document as the assistant would see it', schema: DocumentReply } },
  errors: ['assistant-not-found', 'draft-not-found', 'not-found'],
  handle: async ({ params: { id, name }, services }) =>
    json<DocumentReply>(200, { document: await services.documentFiles.viewDraft(id, name) }),
});
