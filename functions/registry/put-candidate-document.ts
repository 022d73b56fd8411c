import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { CandidateReply, DocumentParams, DocumentUpload } from '../../src/wire/assistants.ts';

export const putCandidateDocument = endpoint({
  name: 'assistant-candidate-document-put',
  method: 'PUT',
  route: 'assistants/{id}/candidate/documents/{name}',
  gate: 'admin',
  summary: 'Upload a document that is not live yet',
  params: DocumentParams,
  body: DocumentUpload,
  answers: { 200: { description: 'The changes with their documents', schema: CandidateReply } },
  errors: [
    'assistant-not-found',
    'candidate-not-found',
    'file-text-too-long',
    'upload-not-found',
    'upload-not-read',
  ],
  async handle({ body, params: { id, name }, services }) {
    const changed = await services.documentFiles.putCandidate(id, name, body);
    return json<CandidateReply>(200, { candidate: changed }, { etag: changed.etag });
  },
});
