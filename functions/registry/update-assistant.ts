import { assistantAnswer } from '../../src/http/assistant-answer.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { AssistantEdit, AssistantParams, AssistantReply } from '../../src/wire/assistants.ts';

export const updateAssistant = endpoint({
  name: 'assistant-update',
  method: 'PUT',
  route: 'assistants/{id}',
  gate: 'admin',
  summary: 'Change an AI agent, with `If-Match` only as it was read',
  params: AssistantParams,
  body: AssistantEdit,
  answers: { 200: { description: 'As changed', schema: AssistantReply } },
  errors: ['assistant-not-found', 'assistant-built-in', 'precondition-failed'],
  handle: async ({ body, params, request, services }) =>
    assistantAnswer(200, await services.assistants.update(params.id, body, expectedEtags(request))),
});
