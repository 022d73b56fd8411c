import { assistantAnswer } from '../../src/http/registry-answers.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { AssistantReply, DocumentParams, DocumentUpload } from '../../src/wire/assistants.ts';

export const putDocument = endpoint({
  name: 'assistant-document-put',
  method: 'PUT',
  route: 'assistants/{id}/documents/{name}',
  gate: 'admin',
  summary: 'Upload a document for an assistant; replaces one with the same name',
  params: DocumentParams,
  body: DocumentUpload,
  answers: { 200: { description: 'The assistant with its documents', schema: AssistantReply } },
  errors: ['assistant-not-found', 'file-text-too-long', 'upload-not-found', 'upload-not-read'],
  async handle({ body, params, services }) {
    const { id, name } = params;
    return assistantAnswer(200, await services.documentFiles.put(id, name, body));
  },
});
