import * as z from 'zod/mini';
import { AppError } from '../../src/domain/errors.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { Plan } from '../../src/domain/records/plan.ts';
import { cachedReply } from '../../src/http/etag.ts';

export const plan = endpoint({
  name: 'plan',
  method: 'GET',
  route: 'plans/{planId}',
  gate: 'listing',
  limit: 'reads',
  summary: 'Get a plan',
  params: z.object({ planId: z.string() }),
  answers: {
    200: { description: 'Cacheable for five minutes', schema: Plan },
    304: { description: 'Unchanged' },
  },
  errors: ['plan-not-found'],
  handle({ request, services, params }) {
    const found = services.plans.find(({ planId }) => planId === params.planId);
    if (!found) throw new AppError('plan-not-found');
    return cachedReply<Plan>(request, found);
  },
});
