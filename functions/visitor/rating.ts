import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { FeedbackRequest, RatingRequest } from '../../src/chat/wire/visitor.ts';

export const ratingEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'feedback',
    method: 'POST',
    route: 'feedback',
    gate: 'visitor',
    limit: 'reads',
    summary: 'Rate an answer of the assistant',
    body: FeedbackRequest,
    replies: { 204: { description: 'Stored; the last rating counts' } },
    errors: ['origin-not-allowed', 'session-not-found'],
    async handle({ body, claimsFor, services }) {
      await services.visitorRequests.rate(body, await claimsFor(body.sessionId));
      return empty(204);
    },
  }),
  endpoint({
    name: 'rating',
    method: 'POST',
    route: 'rating',
    gate: 'visitor',
    limit: 'messages',
    summary: 'Say whether a closed conversation helped',
    body: RatingRequest,
    replies: { 204: { description: 'Stored; the last rating counts' } },
    errors: ['origin-not-allowed', 'session-not-found', 'session-not-closed', 'rate-limited'],
    async handle({ body, claimsFor, services }) {
      await services.visitorRequests.rateConversation(body, await claimsFor(body.sessionId));
      return empty(204);
    },
  }),
];
