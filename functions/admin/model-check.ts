import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AssistantHealth } from '../../src/operations/records/health.ts';

export const modelCheck = endpoint({
  name: 'model-check',
  method: 'POST',
  route: 'ops/model-check',
  gate: 'admin',
  summary: 'Read the provider’s list of models now',
  replies: { 200: { description: 'The model that answers, and until when', schema: AssistantHealth } },
  errors: ['model-not-configured'],
  async handle({ services }) {
    return json<AssistantHealth>(200, await services.modelWatch.check());
  },
});
