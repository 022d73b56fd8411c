import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { AssistantParams } from '../../src/wire/assistants.ts';

export const discardDraft = endpoint({
  name: 'assistant-draft-discard',
  method: 'DELETE',
  route: 'assistants/{id}/draft',
  gate: 'admin',
  summary: 'Discard the changes of an assistant that are not live',
  params: AssistantParams,
  answers: { 204: { description: 'Discarded, or already missing' } },
  async handle({ params, services }) {
    await services.drafts.discard(params.id);
    return empty(204);
  },
});
