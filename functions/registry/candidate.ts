import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AssistantParams, CandidateReply } from '../../src/wire/assistants.ts';

export const candidate = endpoint({
  name: 'assistant-candidate',
  method: 'GET',
  route: 'assistants/{id}/candidate',
  gate: 'admin',
  summary: 'Get the changes of an assistant that are not live',
  params: AssistantParams,
  answers: { 200: { description: 'The current version; `ETag` identifies it', schema: CandidateReply } },
  errors: ['assistant-not-found', 'candidate-not-found'],
  async handle({ params, services }) {
    const found = await services.candidates.find(params.id);
    return json<CandidateReply>(200, { candidate: found }, { etag: found.etag });
  },
});
