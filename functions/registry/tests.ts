import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { TestsReply } from '../../src/wire/assistant-tests.ts';
import { AssistantParams } from '../../src/wire/assistants.ts';

export const tests = endpoint({
  name: 'assistant-tests',
  method: 'GET',
  route: 'assistants/{id}/tests',
  gate: 'admin',
  summary: 'List the tests of an assistant',
  params: AssistantParams,
  answers: { 200: { description: 'Newest first', schema: TestsReply } },
  errors: ['assistant-not-found'],
  handle: async ({ params, services }) =>
    json<TestsReply>(200, { tests: await services.assistantTests.list(params.id) }),
});
