import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { FeedbackRequest } from '../../src/wire/visitor.ts';

export const feedback = endpoint({
  name: 'feedback',
  method: 'POST',
  route: 'feedback',
  gate: 'visitor',
  limit: 'reads',
  summary: 'Rate an answer of the assistant',
  body: FeedbackRequest,
  answers: { 204: { description: 'Stored; the last rating counts' } },
  errors: ['origin-not-allowed', 'session-not-found'],
  async handle({ body, claimsFor, services }) {
    await services.visitorChat.rate(body, await claimsFor(body.sessionId));
    return empty(204);
  },
});
