import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { DocumentParams } from '../../src/wire/assistants.ts';

export const removeDocument = endpoint({
  name: 'assistant-document-remove',
  method: 'DELETE',
  route: 'assistants/{id}/documents/{name}',
  gate: 'admin',
  summary: 'Delete a document of an assistant',
  params: DocumentParams,
  answers: { 204: { description: 'Deleted' } },
  errors: ['assistant-not-found', 'not-found'],
  async handle({ params, services }) {
    await services.assistantDocuments.remove(params.id, params.name);
    return empty(204);
  },
});
