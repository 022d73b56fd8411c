import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { PlanStatus } from '../../src/wire/agent.ts';

export const plan = endpoint({
  name: 'plan',
  method: 'GET',
  route: 'plan',
  gate: 'anonymous',
  summary: 'Get the plan status',
  answers: { 200: { description: 'The status of the plan', schema: PlanStatus } },
  errors: ['store-unavailable', 'misconfigured'],
  async handle({ services }) {
    const { plan: current, quotaStatus } = await services.seats.recentStatus();
    const { planId, planDisplayName, upgradeUrl } = current;
    const { quotaExceededAt: _since, ...quota } = quotaStatus;
    return json<PlanStatus>(200, { planId, planDisplayName, ...quota, upgradeUrl });
  },
});
