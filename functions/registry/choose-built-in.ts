import { assistantAnswer } from '../../src/http/registry-answers.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { AssistantReply, BuiltInChoice } from '../../src/wire/assistants.ts';

export const chooseBuiltIn = endpoint({
  name: 'assistant-choose-built-in',
  method: 'PUT',
  route: 'assistants/default',
  gate: 'admin',
  summary: 'Set the built-in assistant as the default',
  body: BuiltInChoice,
  answers: { 200: { description: 'Set as the default', schema: AssistantReply } },
  handle: async ({ services }) => assistantAnswer(200, await services.assistants.chooseBuiltIn()),
});
