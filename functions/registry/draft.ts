import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AssistantParams, DraftState } from '../../src/wire/assistants.ts';

export const draft = endpoint({
  name: 'assistant-draft',
  method: 'GET',
  route: 'assistants/{id}/draft',
  gate: 'admin',
  summary: 'Get the changes of an assistant that are not live',
  params: AssistantParams,
  answers: {
    200: {
      description: 'The current version, whose `ETag` identifies it; empty without a draft',
      schema: DraftState,
    },
  },
  errors: ['assistant-not-found'],
  async handle({ params, services }) {
    const found = await services.drafts.findIfAny(params.id);
    return json<DraftState>(200, found ? { draft: found } : {}, found && { etag: found.etag });
  },
});
