import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json, empty } from '../../src/http/request.ts';
import {
  TestsReply,
  TestReply,
  AskTestRequest,
  TestAnswer,
  TestParams,
} from '../../src/assistants/wire/assistant-tests.ts';
import { AssistantParams } from '../../src/assistants/wire/assistants.ts';
import { AssistantTest } from '../../src/assistants/records/assistant-test.ts';
import { expectedEtags } from '../../src/http/etag.ts';

export const testEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'assistant-tests',
    method: 'GET',
    route: 'assistants/{id}/tests',
    gate: 'admin',
    summary: 'List the tests of an assistant',
    params: AssistantParams,
    replies: { 200: { description: 'Newest first', schema: TestsReply } },
    errors: ['assistant-not-found'],
    handle: async ({ params, services }) =>
      json<TestsReply>(200, { tests: await services.assistantTests.list(params.id) }),
  }),
  endpoint({
    name: 'assistant-test-keep',
    method: 'POST',
    route: 'assistants/{id}/tests',
    gate: 'admin',
    summary: 'Keep a question and the answer as it should be as a test of an assistant',
    params: AssistantParams,
    body: AssistantTest,
    replies: { 201: { description: 'Kept; `Location` is its address', schema: TestReply } },
    errors: ['assistant-not-found'],
    async handle({ body, params: { id }, services }) {
      const test = await services.assistantTests.create(id, body);
      const location = `/api/assistants/${id}/tests/${test.id}`;
      return json<TestReply>(201, { test }, { etag: test.etag, location });
    },
  }),
  endpoint({
    name: 'assistant-test-ask',
    method: 'POST',
    route: 'assistants/{id}/tests/ask',
    gate: 'admin',
    summary:
      'Ask an assistant or its draft one question, and have a model judge the answer; nothing is stored',
    params: AssistantParams,
    body: AskTestRequest,
    replies: { 200: { description: 'The answer and the verdict', schema: TestAnswer } },
    errors: ['assistant-not-found', 'draft-not-found', 'budget-spent', 'assistant-unavailable'],
    async handle({ body, params, services }) {
      const { spent, ...answer } = await services.assistantTestRunner.ask(params.id, body);
      const { inputTokens, outputTokens, cost, unpricedCalls } = spent;
      const usage = { inputTokens, outputTokens, cost: unpricedCalls > 0 ? null : cost };
      return json<TestAnswer>(200, { ...answer, usage });
    },
  }),
  endpoint({
    name: 'assistant-test-change',
    method: 'PUT',
    route: 'assistants/{id}/tests/{testId}',
    gate: 'admin',
    summary: 'Change a test of an assistant; `If-Match` requires the version that was read',
    params: TestParams,
    body: AssistantTest,
    replies: { 200: { description: 'Changed', schema: TestReply } },
    errors: ['assistant-not-found', 'not-found', 'precondition-failed'],
    async handle({ body, params: { id, testId }, request, services }) {
      const test = await services.assistantTests.change(id, testId, body, expectedEtags(request));
      return json<TestReply>(200, { test }, { etag: test.etag });
    },
  }),
  endpoint({
    name: 'assistant-test-remove',
    method: 'DELETE',
    route: 'assistants/{id}/tests/{testId}',
    gate: 'admin',
    summary: 'Remove a test of an assistant',
    params: TestParams,
    replies: { 204: { description: 'Removed' } },
    errors: ['assistant-not-found', 'not-found'],
    async handle({ params: { id, testId }, services }) {
      await services.assistantTests.remove(id, testId);
      return empty(204);
    },
  }),
];
