import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { DocumentParams, DocumentReply } from '../../src/wire/assistants.ts';

export const viewDocument = endpoint({
  name: 'assistant-document-view',
  method: 'GET',
  route: 'assistants/{id}/documents/{name}/sections',
  gate: 'admin',
  summary: 'Get a document in the sections that the assistant finds',
  params: DocumentParams,
  answers: { 200: { description: 'The document as the assistant sees it', schema: DocumentReply } },
  errors: ['assistant-not-found', 'not-found'],
  handle: async ({ params: { id, name }, services }) =>
    json<DocumentReply>(200, { document: await services.documentFiles.view(id, name) }),
});
