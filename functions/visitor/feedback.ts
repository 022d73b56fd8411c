import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { FeedbackRequest } from '../../src/wire/visitor.ts';

export const feedback = endpoint({
  name: 'feedback',
  method: 'POST',
  route: 'feedback',
  gate: 'visitor',
  limit: 'reads',
  summary: 'Say what an answer of the assistant was worth',
  body: FeedbackRequest,
  answers: { 204: { description: 'Noted; the last rating counts' } },
  errors: ['origin-not-allowed', 'session-not-found'],
  async handle({ body, passFor, services }) {
    await services.visitorChat.rate(body, await passFor(body.sessionId));
    return empty(204);
  },
});
