import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AssistantParams, CandidateState } from '../../src/wire/assistants.ts';

export const candidate = endpoint({
  name: 'assistant-candidate',
  method: 'GET',
  route: 'assistants/{id}/candidate',
  gate: 'admin',
  summary: 'Get the changes of an assistant that are not live',
  params: AssistantParams,
  answers: {
    200: {
      description: 'The current version, whose `ETag` identifies it; nothing where there are none',
      schema: CandidateState,
    },
  },
  errors: ['assistant-not-found'],
  async handle({ params, services }) {
    const found = await services.candidates.findIfAny(params.id);
    return json<CandidateState>(200, found ? { candidate: found } : {}, found && { etag: found.etag });
  },
});
