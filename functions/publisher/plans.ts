import * as z from 'zod/mini';
import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { PlanList } from '../../src/publisher/wire/reports.ts';
import { cachedReply } from '../../src/http/etag.ts';
import { AppError } from '../../src/core/errors.ts';
import { Plan } from '../../src/publisher/records/plan.ts';
import type { ServicesOf } from '../../src/http/auth.ts';

export const planEndpoints: readonly Endpoint<ServicesOf['publisher']>[] = [
  endpoint({
    name: 'plans',
    method: 'GET',
    route: 'plans',
    gate: 'listing',
    limit: 'reads',
    summary: 'List plans, cheapest first',
    replies: {
      200: { description: 'Cacheable for five minutes', schema: PlanList },
      304: { description: 'Unchanged' },
    },
    handle: ({ request, services }) => cachedReply<PlanList>(request, { plans: services.plans }),
  }),
  endpoint({
    name: 'plan',
    method: 'GET',
    route: 'plans/{planId}',
    gate: 'listing',
    limit: 'reads',
    summary: 'Get a plan',
    params: z.object({ planId: z.string() }),
    replies: {
      200: { description: 'Cacheable for five minutes', schema: Plan },
      304: { description: 'Unchanged' },
    },
    errors: ['plan-not-found'],
    handle({ request, services, params }) {
      const found = services.plans.find(({ planId }) => planId === params.planId);
      if (!found) throw new AppError('plan-not-found');
      return cachedReply<Plan>(request, found);
    },
  }),
];
