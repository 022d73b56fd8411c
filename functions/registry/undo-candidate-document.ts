import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { CandidateReply, DocumentParams } from '../../src/wire/assistants.ts';

export const undoCandidateDocument = endpoint({
  name: 'assistant-candidate-document-undo',
  method: 'DELETE',
  route: 'assistants/{id}/candidate/documents/{name}/change',
  gate: 'admin',
  summary: 'Undo the change of one document that is not live yet',
  params: DocumentParams,
  answers: { 200: { description: 'The changes with their documents', schema: CandidateReply } },
  errors: ['assistant-not-found', 'candidate-not-found', 'not-found'],
  async handle({ params: { id, name }, services }) {
    const changed = await services.candidates.undoDocument(id, name);
    return json<CandidateReply>(200, { candidate: changed }, { etag: changed.etag });
  },
});
