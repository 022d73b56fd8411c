import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { TestParams } from '../../src/wire/assistant-tests.ts';

export const removeTest = endpoint({
  name: 'assistant-test-remove',
  method: 'DELETE',
  route: 'assistants/{id}/tests/{testId}',
  gate: 'admin',
  summary: 'Remove a test of an assistant',
  params: TestParams,
  answers: { 204: { description: 'Removed' } },
  errors: ['assistant-not-found', 'not-found'],
  async handle({ params: { id, testId }, services }) {
    await services.assistantTests.remove(id, testId);
    return empty(204);
  },
});
