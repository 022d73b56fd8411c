import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AssistantTest } from '../../src/domain/records/assistant-test.ts';
import { TestReply } from '../../src/wire/assistant-tests.ts';
import { AssistantParams } from '../../src/wire/assistants.ts';

export const keepTest = endpoint({
  name: 'assistant-test-keep',
  method: 'POST',
  route: 'assistants/{id}/tests',
  gate: 'admin',
  summary: 'Keep a question and the answer as it should be as a test of an assistant',
  params: AssistantParams,
  body: AssistantTest,
  answers: { 201: { description: 'Kept; `Location` is its address', schema: TestReply } },
  errors: ['assistant-not-found'],
  async handle({ body, params: { id }, services }) {
    const test = await services.assistantTests.create(id, body);
    const location = `/api/assistants/${id}/tests/${test.id}`;
    return json<TestReply>(201, { test }, { etag: test.etag, location });
  },
});
