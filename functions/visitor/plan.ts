import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { PlanStatus, planStatus } from '../../src/desk/wire/agent.ts';

export const plan = endpoint({
  name: 'plan',
  method: 'GET',
  route: 'plan',
  gate: 'anonymous',
  summary: 'Get the plan status',
  replies: { 200: { description: 'The status of the plan', schema: PlanStatus } },
  errors: ['store-unavailable', 'misconfigured'],
  async handle({ services }) {
    const { plan: current, quotaStatus } = await services.seats.recentStatus();
    return json<PlanStatus>(200, planStatus({ ...current, ...quotaStatus }));
  },
});
