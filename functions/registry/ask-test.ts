import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AskTestRequest, TestAnswer } from '../../src/wire/assistant-tests.ts';
import { AssistantParams } from '../../src/wire/assistants.ts';

export const askTest = endpoint({
  name: 'assistant-test-ask',
  method: 'POST',
  route: 'assistants/{id}/tests/ask',
  gate: 'admin',
  summary: 'Ask an assistant or its draft one question, and have a model judge the answer; nothing is stored',
  params: AssistantParams,
  body: AskTestRequest,
  answers: { 200: { description: 'The answer and the verdict', schema: TestAnswer } },
  errors: ['assistant-not-found', 'draft-not-found', 'budget-spent', 'assistant-unavailable'],
  async handle({ body, params, services }) {
    const { spent, ...answer } = await services.assistantTestRunner.ask(params.id, body);
    const { inputTokens, outputTokens, cost, unpricedCalls } = spent;
    const usage = { inputTokens, outputTokens, cost: unpricedCalls > 0 ? null : cost };
    return json<TestAnswer>(200, { ...answer, usage });
  },
});
