import { assistantAnswer } from '../../src/http/registry-answers.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { AssistantChange, AssistantReply } from '../../src/wire/assistants.ts';

export const createAssistant = endpoint({
  name: 'assistant-create',
  method: 'POST',
  route: 'assistants',
  gate: 'admin',
  summary: 'Create an assistant',
  body: AssistantChange,
  answers: { 201: { description: 'Created; `Location` is its address', schema: AssistantReply } },
  handle: async ({ body, services }) => assistantAnswer(201, await services.assistants.create(body)),
});
