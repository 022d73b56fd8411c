import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { empty } from '../../src/http/request.ts';
import { AssistantParams } from '../../src/wire/assistants.ts';

export const removeAssistant = endpoint({
  name: 'assistant-remove',
  method: 'DELETE',
  route: 'assistants/{id}',
  gate: 'admin',
  summary: 'Delete an unused assistant; `If-Match` requires the version that was read',
  params: AssistantParams,
  answers: {
    204: { description: 'Deleted; its documents, websites, actions and tests are deleted in the background' },
  },
  errors: ['assistant-not-found', 'assistant-in-use', 'assistant-first', 'precondition-failed'],
  async handle({ params, request, services }) {
    await services.assistants.remove(params.id, expectedEtags(request));
    return empty(204);
  },
});
