import { endpoint } from '../../src/http/endpoint.ts';
import { PlanList } from '../../src/wire/reports.ts';
import { cachedReply } from '../../src/http/etag.ts';

export const plans = endpoint({
  name: 'plans',
  method: 'GET',
  route: 'plans',
  gate: 'listing',
  limit: 'reads',
  summary: 'List plans, cheapest first',
  answers: {
    200: { description: 'Cacheable for five minutes', schema: PlanList },
    304: { description: 'Unchanged' },
  },
  handle: ({ request, services }) => cachedReply<PlanList>(request, { plans: services.plans }),
});
