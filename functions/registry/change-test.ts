import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { json } from '../../src/http/request.ts';
import { AssistantTest } from '../../src/domain/records/assistant-test.ts';
import { TestParams, TestReply } from '../../src/wire/assistant-tests.ts';

export const changeTest = endpoint({
  name: 'assistant-test-change',
  method: 'PUT',
  route: 'assistants/{id}/tests/{testId}',
  gate: 'admin',
  summary: 'Change a test of an assistant; `If-Match` requires the version that was read',
  params: TestParams,
  body: AssistantTest,
  answers: { 200: { description: 'Changed', schema: TestReply } },
  errors: ['assistant-not-found', 'not-found', 'precondition-failed'],
  async handle({ body, params: { id, testId }, request, services }) {
    const test = await services.assistantTests.change(id, testId, body, expectedEtags(request));
    return json<TestReply>(200, { test }, { etag: test.etag });
  },
});
