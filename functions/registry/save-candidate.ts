import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { json } from '../../src/http/request.ts';
import { AssistantChange, AssistantParams, CandidateReply } from '../../src/wire/assistants.ts';

export const saveCandidate = endpoint({
  name: 'assistant-candidate-save',
  method: 'PUT',
  route: 'assistants/{id}/candidate',
  gate: 'admin',
  summary: 'Store changes of an assistant that visitors do not get yet, to test them',
  params: AssistantParams,
  body: AssistantChange,
  answers: { 200: { description: 'Stored', schema: CandidateReply } },
  errors: ['assistant-not-found', 'precondition-failed'],
  async handle({ body: { isDefault: _isDefault, ...edit }, params, request, services }) {
    const saved = await services.candidates.save(params.id, edit, expectedEtags(request));
    return json<CandidateReply>(200, { candidate: saved }, { etag: saved.etag });
  },
});
