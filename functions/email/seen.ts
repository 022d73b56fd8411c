import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { SeenRequest } from '../../src/email/wire/email.ts';

export const seen = endpoint({
  name: 'seen',
  method: 'POST',
  route: 'seen',
  gate: 'visitor',
  limit: 'reads',
  summary: 'Say up to which message the visitor has read',
  body: SeenRequest,
  replies: { 204: { description: 'Stored; these messages are not e-mailed' } },
  errors: ['origin-not-allowed', 'session-not-found', 'rate-limited'],
  async handle({ body, claimsFor, services }) {
    await services.visitorEmails.markSeen(body.sessionId, body.seq, await claimsFor(body.sessionId));
    return empty(204);
  },
});
