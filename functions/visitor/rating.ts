import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { RatingRequest } from '../../src/wire/visitor.ts';

export const rating = endpoint({
  name: 'rating',
  method: 'POST',
  route: 'rating',
  gate: 'visitor',
  limit: 'messages',
  summary: 'Say whether a closed conversation helped',
  body: RatingRequest,
  answers: { 204: { description: 'Stored; the last rating counts' } },
  errors: ['origin-not-allowed', 'session-not-found', 'session-not-closed', 'rate-limited'],
  async handle({ body, claimsFor, services }) {
    await services.visitorChat.rateConversation(body, await claimsFor(body.sessionId));
    return empty(204);
  },
});
