import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { CandidateReply, DocumentParams } from '../../src/wire/assistants.ts';

export const removeCandidateDocument = endpoint({
  name: 'assistant-candidate-document-remove',
  method: 'DELETE',
  route: 'assistants/{id}/candidate/documents/{name}',
  gate: 'admin',
  summary: 'Leave a document out of the changes; visitors get it until they are published',
  params: DocumentParams,
  answers: { 200: { description: 'The changes with their documents', schema: CandidateReply } },
  errors: ['assistant-not-found', 'candidate-not-found', 'not-found'],
  async handle({ params: { id, name }, services }) {
    const changed = await services.candidates.removeDocument(id, name);
    return json<CandidateReply>(200, { candidate: changed }, { etag: changed.etag });
  },
});
