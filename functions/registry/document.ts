import { endpoint } from '../../src/http/endpoint.ts';
import { plainText } from '../../src/http/request.ts';
import { DocumentParams } from '../../src/wire/assistants.ts';

export const document = endpoint({
  name: 'assistant-document',
  method: 'GET',
  route: 'assistants/{id}/documents/{name}',
  gate: 'admin',
  summary: 'Get the text of an uploaded document',
  params: DocumentParams,
  answers: { 200: { description: 'The text, as it was uploaded', contentType: 'text/plain' } },
  errors: ['assistant-not-found', 'not-found'],
  handle: async ({ params, services }) =>
    plainText(200, await services.assistantDocuments.read(params.id, params.name)),
});
