import { assistantAnswer } from '../../src/http/registry-answers.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { AssistantChange, AssistantParams, AssistantReply } from '../../src/wire/assistants.ts';

export const updateAssistant = endpoint({
  name: 'assistant-update',
  method: 'PUT',
  route: 'assistants/{id}',
  gate: 'admin',
  summary: 'Update an assistant; `If-Match` requires the version that was read',
  params: AssistantParams,
  body: AssistantChange,
  answers: { 200: { description: 'Updated', schema: AssistantReply } },
  errors: ['assistant-not-found', 'precondition-failed'],
  handle: async ({ body, params, request, services }) =>
    assistantAnswer(200, await services.assistants.update(params.id, body, expectedEtags(request))),
});
